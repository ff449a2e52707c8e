// The REST interface under /api/v1. Every failure is a Problem with the server's code (RFC 9457), or "network".

const BASE = "/api/v1";

export class Problem extends Error {
  /**
   * @param {number} status
   * @param {string} code
   * @param {import("./types.js").Params} params
   */
  constructor(status, code, params = {}) {
    super(`${status} ${code}`);
    this.status = status;
    this.code = code;
    this.params = params;
  }
}

/**
 * @param {string} method
 * @param {string} path  below /api/v1
 * @param {unknown} [body]
 * @returns {Promise<any>}  what the server answered, null when nothing
 */
async function call(method, path, body) {
  /** @type {RequestInit} */
  const request = { method, credentials: "same-origin", headers: { accept: "application/json" } };
  if (body !== undefined) {
    request.body = JSON.stringify(body);
    request.headers = { ...request.headers, "content-type": "application/json" };
  }
  const answer = await fetch(BASE + path, request).catch(() => {
    throw new Problem(0, "network");
  });
  const text = await answer.text();
  const data = text ? parse(text) : null;
  if (!answer.ok) throw new Problem(answer.status, data?.code ?? `http_${answer.status}`, data?.params ?? {});
  return data;
}

/** @param {string} text */
function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null; // a proxy's page, not ours
  }
}

export const api = {
  /** @param {string} path */
  get: (path) => call("GET", path),
  /** @param {string} path @param {unknown} [body] */
  post: (path, body) => call("POST", path, body),
  /** @param {string} path @param {unknown} body */
  put: (path, body) => call("PUT", path, body),
  /** @param {string} path @param {unknown} body */
  patch: (path, body) => call("PATCH", path, body),
  /** @param {string} path */
  delete: (path) => call("DELETE", path),
};
