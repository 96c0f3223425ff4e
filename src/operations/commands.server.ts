/** What the commands for operators do with an open shop. Input and result are JSON, so that another process can run them. */
import * as z from 'zod/mini'

import type { Database } from '#platform/db/database.server.ts'
import type { Deps } from '#platform/deps.ts'

import { createBackup } from './backup/backup.server.ts'
import { checkDatabase } from './doctor/database-checks.server.ts'

export type CommandShop = { deps: Deps; database: Database }

const command = <Input extends z.ZodMiniType, Result>(
  input: Input,
  run: (shop: CommandShop, input: z.infer<Input>) => Promise<Result>,
) => ({ input, run })

export const commands = {
  'check-database': command(z.object({}), ({ deps, database }) =>
    checkDatabase(database, deps.config, deps.clock.now()),
  ),
  /** `parent` is absolute. */
  backup: command(z.object({ parent: z.string(), keep: z.optional(z.int()) }), ({ deps, database }, input) =>
    createBackup(deps, database, input),
  ),
}

export type CommandName = keyof typeof commands
export type CommandInput<Name extends CommandName> = z.infer<(typeof commands)[Name]['input']>
export type CommandResult<Name extends CommandName> = Awaited<ReturnType<(typeof commands)[Name]['run']>>

const isCommand = (name: string): name is CommandName => Object.hasOwn(commands, name)

/** Runs a command by its name. Throws an Error with a sentence for the operator. */
export const runCommand = async (shop: CommandShop, name: string, input: unknown): Promise<unknown> => {
  if (!isCommand(name)) throw new Error(`The shop knows no command ${name}: it may run another version.`)
  const { input: schema, run } = commands[name] as ReturnType<typeof command>
  return run(shop, schema.parse(input))
}
