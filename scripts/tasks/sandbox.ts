/** Starts the sandbox of external services as a separate process. */
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'

import { buildFrame } from '../../sandbox/payments/build-frame.ts'

type SandboxReady = { sandbox: { http: string; tls: number; smtp: number; identity: string } }

/** Returns the environment that connects the shop to it, and how to stop it. */
export const startSandboxProcess = async (data_dir: string, env: Record<string, string> = {}) => {
  await buildFrame()
  const child = spawn(process.execPath, ['sandbox/main.ts'], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, SANDBOX_DATA_DIR: data_dir, ...env },
  })
  const exit = new Promise<void>(resolve => child.once('exit', () => resolve()))
  const { sandbox } = await Promise.race([
    readFirstLine(child.stdout),
    exit.then(() => Promise.reject(new Error('The sandbox did not start.'))),
  ])
  return {
    ...sandbox,
    env: {
      SANDBOX_URL: sandbox.http,
      SANDBOX_SMTP_URL: `smtp://127.0.0.1:${sandbox.smtp}`,
      SANDBOX_IDENTITY_URL: sandbox.identity,
    },
    stop: async () => {
      child.kill('SIGTERM')
      await exit
    },
  }
}

const readFirstLine = async (stream: NodeJS.ReadableStream): Promise<SandboxReady> => {
  for await (const line of createInterface({ input: stream })) return JSON.parse(line) as SandboxReady
  throw new Error('The sandbox did not print its addresses.')
}
