/** A shop beside the one that all stories share, for what would change that one for everybody. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

import { expect } from '@playwright/test'

import { buildFolder } from '../scripts/tasks/build.ts'
import { freePort } from '../scripts/tasks/postgres.ts'

/** A slow machine makes a new database and its demo in a minute or two. */
const start_ms = 300_000
/** What a story needs that begins with it. */
export const own_shop_story_ms = start_ms + 240_000

/** Days pass in a shop, and the job that its schedule asks for on such a morning is asked for. */
export type Later = { days: number; job: string }

/** A shop with nothing in it, as it is told by `env`. */
export const emptyShop = () => ['bench/serve.ts', buildFolder('production')]
/** The same shop as the shared one, with a sandbox of its own. */
export const demoShop = () => ['e2e/serve.ts']

type OwnShop = {
  /** Its sandbox's, for a browser that pays by card (`launchOptions`). */
  tlsPort: number
  /** Moves the clock of a `demoShop` on. */
  pass: (later: Later) => Promise<void>
}

/** Starts it, has `story` visit its address (and that of its sandbox), and ends it. */
export const inOwnShop = async (
  args: string[],
  env: Record<string, string>,
  story: (address: string, sandbox: string, own: OwnShop) => Promise<void>,
): Promise<void> => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'longtake-own-'))
  const [port, tls, sandbox] = [await freePort(), await freePort(), await freePort()]
  const address = `http://localhost:${port}`
  const shop = spawn(process.execPath, args, {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    env: {
      PATH: process.env['PATH'],
      NODE_ENV: 'production',
      DATA_DIR: folder,
      PORT: String(port),
      SANDBOX_TLS_PORT: String(tls),
      SANDBOX_PORT: String(sandbox),
      ...env,
    },
  })
  try {
    const isReady = () =>
      fetch(`${address}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      )
    await expect.poll(isReady, { timeout: start_ms }).toBe(true)
    const pass = async (later: Later) => {
      const answer = once(shop, 'message')
      shop.send(later)
      expect((await answer)[0]).toBe('moved')
    }
    await story(address, `http://127.0.0.1:${sandbox}`, { tlsPort: tls, pass })
  } finally {
    shop.kill('SIGTERM')
    if (shop.exitCode === null) await once(shop, 'exit')
    rmSync(folder, { recursive: true, force: true })
  }
}
