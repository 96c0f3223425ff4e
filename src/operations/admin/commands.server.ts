/** What the commands for operators do with an open shop. Input and result are JSON, so that another process can run them. */
import * as z from 'zod/mini'

import type { Database } from '#platform/db/database.server.ts'
import type { Deps } from '#platform/deps.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { ReasonBody } from '#platform/text.ts'

import { createBackup } from '../backup/backup.server.ts'
import { checkDatabase } from '../doctor/database-checks.server.ts'
import { exportFormats, exportShop } from '../export/export.server.ts'
import { encodings } from '../import/csv-file.server.ts'
import { importFile } from '../import/import.server.ts'
import { importKinds } from '../import/kinds.server.ts'
import { describeRefusal, getSettings, setSettings } from '../settings.server.ts'
import {
  changeStaffRole,
  inviteToStaff,
  listStaff,
  resetSecondStep,
  staffRoleNames,
  unlockLogin,
} from './staff.server.ts'

export type CommandShop = { deps: Deps; database: Database }

const command = <Input extends z.ZodMiniType, Result>(
  input: Input,
  run: (shop: CommandShop, input: z.infer<Input>) => Promise<Result>,
) => ({ input, run })

const staffInput = { email: z.string(), as: z.string(), ...ReasonBody.shape }

/** Files and folders are absolute paths. */
export const commands = {
  'check-database': command(z.object({}), ({ deps, database }) =>
    checkDatabase(database, deps.config, deps.clock.now()),
  ),
  backup: command(z.object({ parent: z.string(), keep: z.optional(z.int()) }), ({ deps, database }, input) =>
    createBackup(deps, database, input),
  ),
  export: command(
    z.object({ folder: z.string(), format: z.enum(exportFormats), files: z.boolean() }),
    ({ deps, database }, input) => exportShop(deps, database, input),
  ),
  import: command(
    z.object({
      kind: z.enum(importKinds),
      file: z.string(),
      encoding: z.enum(encodings),
      dry_run: z.boolean(),
      skip_bad: z.boolean(),
      as: z.string(),
    }),
    ({ deps }, input) => importFile(deps, input),
  ),
  'settings get': command(z.object({ path: z.optional(z.string()) }), async ({ deps }, { path }) => ({
    value: await getSettings(deps, path),
  })),
  'settings set': command(z.object({ path: z.string(), value: z.unknown(), as: z.string() }), ({ deps }, input) =>
    setSettings(deps, { ...input, value: input.value }),
  ),
  'staff list': command(z.object({}), async ({ deps }) => ({ staff: await listStaff(deps.db) })),
  'staff role': command(
    z.object({ ...staffInput, role: z.enum(staffRoleNames), grant: z.boolean() }),
    ({ deps }, input) => changeStaffRole(deps, input),
  ),
  'staff invite': command(
    z.object({ email: z.string(), roles: z.array(z.enum(staffRoleNames)), as: z.string() }),
    ({ deps }, input) => inviteToStaff(deps, input),
  ),
  'staff unlock': command(z.object(staffInput), ({ deps }, input) => unlockLogin(deps, input)),
  'staff reset-second-step': command(z.object(staffInput), ({ deps }, input) => resetSecondStep(deps, input)),
}

export type CommandName = keyof typeof commands
export type CommandInput<Name extends CommandName> = z.infer<(typeof commands)[Name]['input']>
export type CommandResult<Name extends CommandName> = Awaited<ReturnType<(typeof commands)[Name]['run']>>

const isCommand = (name: string): name is CommandName => Object.hasOwn(commands, name)

/** Runs a command by its name. Throws an Error with a sentence for the operator. */
export const runCommand = async (shop: CommandShop, name: string, input: unknown): Promise<unknown> => {
  if (!isCommand(name)) throw new Error(`The shop knows no command ${name}: it may run another version.`)
  const { input: schema, run } = commands[name] as ReturnType<typeof command>
  return run(shop, schema.parse(input)).catch((error: unknown) => {
    throw error instanceof Refusal ? new Error(describeRefusal(error), { cause: error }) : error
  })
}
