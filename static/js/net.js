// The line to the server: the same addresses a program would use, with the session and its token.

function token() {
  try {
    return JSON.parse(document.body.getAttribute("hx-headers"))["X-CSRFToken"];
  } catch {
    return "";
  }
}

/** A key that makes sending twice harmless. randomUUID needs a secure page, getRandomValues does not. */
export function makeKey() {
  if (crypto.randomUUID) return crypto.randomUUID();
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * Post JSON to the game's API. Never throws: { ok, status, data }; status 0 means that no answer came,
 * and data is then empty, else the answer or the problem object.
 */
export async function post(gameId, what, body = {}, headers = {}) {
  try {
    const answer = await fetch(`/api/v1/games/${gameId}/${what}/`, {
      method: "POST",
      credentials: "same-origin",
      headers: { "Content-Type": "application/json", Accept: "application/json", "X-CSRFToken": token(), ...headers },
      body: JSON.stringify(body),
    });
    const data = await answer.json().catch(() => ({}));
    return { ok: answer.ok, status: answer.status, data };
  } catch {
    return { ok: false, status: 0, data: {} };
  }
}

/** Fetch the page anew: its state and its panels belong together. Null when there is no answer. */
export async function fetchPage(url) {
  try {
    const answer = await fetch(url, { credentials: "same-origin", headers: { Accept: "text/html" }, cache: "no-store" });
    if (!answer.ok) return null;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const block = page.getElementById("game-state");
    return block ? { page, state: JSON.parse(block.textContent) } : null;
  } catch {
    return null;
  }
}

let etag = "";
/** Ask whether the game has moved on: its version, or the one given when nothing changed; null when there is no answer. */
export async function askVersion(url, version) {
  try {
    const headers = { Accept: "application/json" };
    if (etag) headers["If-None-Match"] = etag;
    const answer = await fetch(`${url}state/`, { credentials: "same-origin", headers, cache: "no-store" });
    if (answer.status === 304) return version;
    if (!answer.ok) return null;
    etag = answer.headers.get("ETag") ?? "";
    return (await answer.json()).version;
  } catch {
    return null;
  }
}
