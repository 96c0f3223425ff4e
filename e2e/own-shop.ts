/** Starts a separate shop for stories whose changes would affect the shared one. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

import { expect } from '@playwright/test'

import { buildFolder } from '../scripts/tasks/build.ts'
import { freePort } from '../scripts/tasks/postgres.ts'

/** A slow machine needs a minute or two to create a database with the demo. */
const START_TIMEOUT_MS = 300_000
/** The timeout of a story that starts its own shop. */
export const OWN_SHOP_TIMEOUT_MS = START_TIMEOUT_MS + 240_000

/** Moves the shop's clock by some days and runs a scheduled job. */
export type TimeJump = { days: number; job: string }

/** An empty shop. Its environment comes from `env`. */
export const emptyShop = () => ['bench/serve.ts', buildFolder('production')]
/** A shop with the demo, like the shared one, with its own sandbox. */
export const demoShop = () => ['e2e/serve.ts']

type OwnShop = {
  /** The sandbox's TLS port, for a browser that pays by card (`launchOptions`). */
  tlsPort: number
  /** Moves the clock of a `demoShop`. */
  advance: (later: TimeJump) => Promise<void>
  /** The code for the owner of a `demoShop` with DEMO=0. */
  setupCode: Promise<string>
}

/** Starts a shop, runs `story` with its address and that of its sandbox, and stops it. */
export const withOwnShop = async (
  args: string[],
  env: Record<string, string>,
  story: (address: string, sandbox: string, ownShop: OwnShop) => Promise<void>,
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
  const setupCode = new Promise<string>(resolve => {
    shop.on('message', message => {
      if (typeof message === 'object' && 'setup_code' in message) resolve(String(message.setup_code))
    })
  })
  try {
    const isReady = () =>
      fetch(`${address}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      )
    await expect.poll(isReady, { timeout: START_TIMEOUT_MS }).toBe(true)
    const advance = async (later: TimeJump) => {
      const reply = once(shop, 'message')
      shop.send(later)
      expect((await reply)[0]).toBe('moved')
    }
    await story(address, `http://127.0.0.1:${sandbox}`, { tlsPort: tls, advance, setupCode })
  } finally {
    shop.kill('SIGTERM')
    if (shop.exitCode === null) await once(shop, 'exit')
    rmSync(folder, { recursive: true, force: true })
  }
}
