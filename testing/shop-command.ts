/** `npm run shop -- …` as a process, without npm. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'

export type CommandReport = { code: number; output: string; errors: string; json: () => Record<string, unknown> }

/** Runs a command with this environment only, and returns how it ended. */
export const runShopCommand = async (
  args: readonly string[],
  environment: Record<string, string | undefined>,
): Promise<CommandReport> => {
  const child = spawn(process.execPath, ['scripts/tasks/shop.ts', ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...environment },
  })
  const [output, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  return {
    code: code as number,
    output,
    errors,
    json: () => JSON.parse(output) as Record<string, unknown>,
  }
}
