/** A command of `npm run shop`, and how it reaches the shop. */
import path from 'node:path'
import type { ParseArgsOptionsConfig } from 'node:util'

import { openShop } from '../../src/app/main.ts'
import {
  runCommand,
  type CommandInput,
  type CommandName,
  type CommandResult,
} from '../../src/operations/admin/commands.server.ts'
import { requestFromShop } from '../../src/operations/requests.server.ts'
import { systemClock } from '../../src/platform/clock.ts'
import { readConfig } from '../../src/platform/config.server.ts'
import { findLockHolder } from '../../src/platform/db/lock.server.ts'

export type Environment = Record<string, string | undefined>
export type Values = Record<string, string | boolean | undefined>

export type Outcome = {
  /** Whether the command did everything; otherwise the exit code is 1. */
  ok: boolean
  /** For `--json`. */
  data: unknown
  /** For people. */
  text: string
}

export type ShopCommand = {
  name: string
  summary: string
  /** After the name: "<folder> [--keep 14]". */
  usage: string
  /** What it does and its options, in lines for a terminal. */
  help: string
  options: ParseArgsOptionsConfig
  run: (input: { environment: Environment; values: Values; positionals: string[] }) => Promise<Outcome>
}

/** A command was called in a wrong way: exit code 2. */
export class UsageError extends Error {
  override name = 'UsageError'
}

/** Returns the value of a required option. */
export const readText = (value: string | boolean | undefined, name: string): string => {
  if (typeof value !== 'string' || value.trim() === '') throw new UsageError(`${name} is required.`)
  return value.trim()
}

/** Returns one of the choices. */
export const readChoice = <Choice extends string>(
  value: string | boolean | undefined,
  choices: readonly Choice[],
  name: string,
): Choice => {
  const choice = choices.find(candidate => candidate === value)
  if (choice === undefined) throw new UsageError(`${name} is one of ${choices.join(', ')}.`)
  return choice
}

/** Returns who has the embedded database open, or undefined. */
export const findHolder = async ({ database_url, data_dir }: { database_url?: string | undefined; data_dir: string }) =>
  database_url ? undefined : findLockHolder(path.join(data_dir, 'database'))

/**
 * Runs a command on the shop: in this process, or in the one that has the embedded database open. `migrates` also
 * brings the database to this version.
 */
export const callShop = async <Name extends CommandName>(
  environment: Environment,
  name: Name,
  input: CommandInput<Name>,
  { migrates = true }: { migrates?: boolean } = {},
): Promise<CommandResult<Name>> => {
  const config = readConfig(environment)
  if (await findHolder(config)) {
    const isRunning = async () => (await findHolder(config)) !== undefined
    return (await requestFromShop(config.data_dir, { name, input }, isRunning)) as CommandResult<Name>
  }
  const shop = await openShop(environment, systemClock, { migrates })
  try {
    return (await runCommand(shop, name, input)) as CommandResult<Name>
  } finally {
    await shop.close()
  }
}
