// Keeps an open page true: a stream of events, and a question every 20 s where the stream does not reach.

import { askVersion } from "bikupa/net";

const EVERY = 20000;

/** `on.version(n)` when the game may have moved on; `on.line(ok)` when the line breaks or is back. */
export function follow(gameId, url, version, on) {
  let stream = null;
  let streaming = false;

  const ask = async () => {
    if (document.hidden) return;
    const answer = await askVersion(url, version());
    on.line(answer !== null);
    if (answer !== null && answer !== version()) on.version(answer);
  };

  const open = () => {
    if (!window.EventSource) return;
    stream = new EventSource(`/live/games/${gameId}/`);
    stream.addEventListener("open", () => {
      streaming = true;
      on.line(true);
      ask();
    });
    stream.addEventListener("error", () => {
      streaming = false;
    });
    stream.addEventListener("message", (event) => {
      const news = JSON.parse(event.data);
      if (news.version > version()) on.version(news.version);
    });
  };
  open();
  setInterval(() => {
    if (!streaming) ask();
  }, EVERY);
  document.addEventListener("visibilitychange", ask);
  window.addEventListener("online", ask);
  window.addEventListener("offline", () => on.line(false));
  // A page that is left keeps no stream; one that comes back from the browser's memory opens a new one.
  window.addEventListener("pagehide", () => {
    stream?.close();
    streaming = false;
  });
  window.addEventListener("pageshow", (event) => {
    if (!event.persisted) return;
    open();
    ask();
  });
}
