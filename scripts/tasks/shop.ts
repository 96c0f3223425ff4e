/** `npm run shop -- <command>`: commands for operators. Exit codes: 0 done, 1 a problem, 2 called in a wrong way. */
import { parseArgs } from 'node:util'

import { messageOf } from '../../src/platform/http/error-message.ts'
import { backup, restore } from '../shop/backup.ts'
import { UsageError, type Outcome, type ShopCommand } from '../shop/command.ts'
import { exportCommand, importCommand } from '../shop/data.ts'
import { doctor } from '../shop/doctor.ts'
import { settingsGet, settingsSet } from '../shop/settings.ts'
import { staffGrant, staffInvite, staffList, staffResetSecondStep, staffRevoke, staffUnlock } from '../shop/staff.ts'

const commands: readonly ShopCommand[] = [
  doctor,
  backup,
  restore,
  importCommand,
  exportCommand,
  settingsGet,
  settingsSet,
  staffList,
  staffInvite,
  staffGrant,
  staffRevoke,
  staffResetSecondStep,
  staffUnlock,
]

const env = process.env
env['NODE_ENV'] ??= 'production'

const overview = `npm run shop -- <command> [options]

${commands.map(({ name, summary }) => `  ${name.padEnd(24)} ${summary}`).join('\n')}

  --help                 explains a command
  --json                 prints the result as JSON (npm run -s shop -- … leaves out npm's own lines)

Run it with the environment of the shop. Exit codes: 0 done, 1 a problem, 2 called in a wrong way.`

const helpOf = ({ name, usage, help }: ShopCommand) => `npm run shop -- ${name} ${usage}\n\n${help}`

const globalOptions = {
  help: { type: 'boolean', short: 'h', default: false },
  json: { type: 'boolean', default: false },
} as const

/** A command's name has one or two words. */
const findCommand = (words: readonly string[]) =>
  commands.find(({ name }) => name === words.slice(0, name.split(' ').length).join(' '))

const runCommandLine = async (args: readonly string[]): Promise<Outcome> => {
  const command = findCommand(args)
  if (!command) {
    const [word] = args
    if (word === undefined || word.startsWith('-')) return { ok: true, data: { help: overview }, text: overview }
    const words = args.filter(arg => !arg.startsWith('-')).slice(0, 2)
    throw new UsageError(`There is no command ${words.join(' ')}.\n\n${overview}`)
  }
  const { values, positionals } = parseCommandArgs(command, args.slice(command.name.split(' ').length))
  const help = helpOf(command)
  if (values['help']) return { ok: true, data: { help }, text: help }
  return command.run({ environment: env, values, positionals })
}

const parseCommandArgs = (command: ShopCommand, args: string[]) => {
  try {
    return parseArgs({ args, options: { ...globalOptions, ...command.options }, allowPositionals: true }) as {
      values: Record<string, string | boolean | undefined>
      positionals: string[]
    }
  } catch (error) {
    throw new UsageError(`${messageOf(error)}\n\n${helpOf(command)}`, { cause: error })
  }
}

const args = process.argv.slice(2)
const isJson = args.includes('--json')
const print = (value: unknown) => console.log(JSON.stringify(value, null, 2))

process.exitCode = await runCommandLine(args).then(
  ({ ok, data, text }) => {
    if (isJson) print({ ok, ...(data as object) })
    else console.log(text)
    return ok ? 0 : 1
  },
  (error: unknown) => {
    if (isJson) print({ ok: false, message: messageOf(error) })
    else console.error(`\n${messageOf(error)}\n`)
    return error instanceof UsageError ? 2 : 1
  },
)
