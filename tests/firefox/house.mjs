/** The installed server on a free port with a database of its own, ended by its id. */
import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const PATIENCE_MS = 20_000;

/** @returns {Promise<number>} */
const freePort = () =>
  new Promise((resolve, reject) => {
    const probe = createServer();
    probe.on("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });

/** Starts `truco serve`: that of the checkout's own environment, or the first on the path. */
export async function openHouse() {
  const port = await freePort();
  const folder = await mkdtemp(join(tmpdir(), "truco-firefox-"));
  const environment = {
    ...process.env,
    PATH: [join(ROOT, ".venv", "bin"), process.env.PATH].join(delimiter),
    TRUCO_DATABASE_URL: `sqlite+aiosqlite:///${join(folder, "truco.db")}`,
    TRUCO_VOTE_SECONDS: "30", // time enough to look, on a slow machine too
    TRUCO_SUMMARY_SECONDS: "60",
  };
  const server = spawn("truco", ["serve", "--port", String(port)], {
    cwd: folder,
    env: environment,
    stdio: "ignore",
  });
  process.once("exit", () => server.kill());
  const ended = new Promise((resolve) => server.on("exit", resolve).on("error", resolve));
  const house = {
    url: `http://localhost:${port}`,
    async close() {
      server.kill("SIGTERM");
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
  await Promise.race([answers(house.url), ended.then(failed)]).catch(async (problem) => {
    await house.close();
    throw problem;
  });
  return house;
}

/** @param {string} url */
async function answers(url) {
  for (const last = Date.now() + PATIENCE_MS; Date.now() < last; await pause(100)) {
    const answer = await fetch(`${url}/healthz`).catch(() => null);
    if (answer?.ok) return;
  }
  throw new Error("the server does not answer");
}

const failed = () => {
  throw new Error("no server: install it (pip install -e .), or let PATH lead to truco");
};
