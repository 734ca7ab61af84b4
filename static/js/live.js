// Keeps an open page true: a stream of events, and a question every 20 s where the stream does not reach.

import { askVersion } from "bikupa/net";

const EVERY = 20000;

/** `on.version(n)` when the game may have moved on; `on.line(ok)` when the line breaks or is back. */
export function follow(gameId, url, version, on) {
  let stream = null;
  let streaming = false;
  let ended = false;

  const ask = async () => {
    if (ended || document.hidden) return;
    const answer = await askVersion(url, version());
    on.line(answer !== null);
    if (answer !== null && answer !== version()) on.version(answer);
  };

  if (window.EventSource) {
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
  }
  const timer = setInterval(() => {
    if (!streaming) ask();
  }, EVERY);
  document.addEventListener("visibilitychange", ask);
  window.addEventListener("online", ask);
  window.addEventListener("offline", () => on.line(false));
  const stop = () => {
    ended = true;
    stream?.close();
    clearInterval(timer);
  };
  window.addEventListener("pagehide", stop);
  return stop;
}
