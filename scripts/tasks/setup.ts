/** `npm run setup`: creates the first administrator of a shop from the terminal. */
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { parseArgs } from 'node:util'

import { hashNewPassword } from '../../src/accounts/new-password.server.ts'
import { signInHooks } from '../../src/app/api.ts'
import { openShop, type OpenShop } from '../../src/app/main.ts'
import { messageOf } from '../../src/platform/http/error-message.ts'
import { hasOwner } from '../../src/setup/code.server.ts'
import { OwnerFields } from '../../src/setup/contract.ts'
import { createOwner } from '../../src/setup/owner.server.ts'
import { checkEnvironment } from './preflight.ts'

const USAGE = `npm run setup [-- --email ada@example.com --name "Ada Lovelace" --password-stdin]

Creates the first administrator of a shop that has none, and asks for what the options leave out. On the embedded
database, stop the shop first. Everything else is set up in the browser: log in and open /setup.

  --email ADDRESS     the administrator's email
  --name "NAME"       first and last name
  --password-stdin    reads the password from the standard input instead of asking for it
  --json              prints the result as JSON

Exit codes: 0 created · 1 failed · 2 the shop has an owner already`

const EXIT_HAS_OWNER = 2

const env = process.env
env['NODE_ENV'] ??= 'production'

const options = {
  email: { type: 'string' },
  name: { type: 'string' },
  'password-stdin': { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const

const readOptions = () => {
  try {
    return parseArgs({ options }).values
  } catch (error) {
    console.error(`${messageOf(error)}\n\n${USAGE}`)
    process.exit(1)
  }
}
const values = readOptions()

/** Asks on the terminal. A hidden answer isn't shown while it is typed. */
const ask = async (question: string, { hidden = false } = {}): Promise<string> => {
  if (!process.stdin.isTTY) throw new Error(`${question.replace(': ', '')} is missing.\n\n${USAGE}`)
  process.stdout.write(question)
  const silence = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: process.stdin, output: hidden ? silence : process.stdout, terminal: true })
  try {
    return await lines.question('')
  } finally {
    lines.close()
    if (hidden) process.stdout.write('\n')
  }
}

const askPassword = async () => {
  if (values['password-stdin']) return (await text(process.stdin)).replace(/\r?\n$/, '')
  const password = await ask('Password: ', { hidden: true })
  if ((await ask('Password again: ', { hidden: true })) !== password) throw new Error('The passwords differ.')
  return password
}

/** The last word is the last name. */
const splitName = (name: string) => {
  const words = name.trim().split(/\s+/)
  return { first_name: words.slice(0, -1).join(' '), last_name: words.at(-1) ?? '' }
}

const readOwner = async () => {
  const email = values.email ?? (await ask('Email: '))
  const name = splitName(values.name ?? (await ask('First and last name: ')))
  const parsed = OwnerFields.safeParse({ email, ...name, password: await askPassword() })
  if (!parsed.success) throw new Error(parsed.error.issues.map(({ message }) => message).join('\n'))
  return parsed.data
}

const setUp = async ({ deps }: OpenShop): Promise<number> => {
  const { db, config, clock } = deps
  if (config.demo) throw new Error('This is a demo, which has its staff already. Set DEMO=0 for a shop of your own.')
  if (await hasOwner(db)) {
    console.error(`This shop has an owner already. Log in at ${config.public_url}/login.`)
    return EXIT_HAS_OWNER
  }
  const { password, ...owner } = await readOwner()
  const password_hash = await hashNewPassword(deps, { password, owner, log: console })
  const user_id = await db
    .transaction()
    .execute(trx => createOwner(trx, { ...owner, password_hash }, { hooks: signInHooks, now: clock.now() }))
  const next = `${config.public_url}/setup`
  console.log(
    values.json
      ? JSON.stringify({ user_id, email: owner.email, next })
      : `${owner.email} is the owner. Start the shop, log in and go on at ${next}`,
  )
  return 0
}

const run = async (): Promise<number> => {
  if (values.help) {
    console.log(USAGE)
    return 0
  }
  await checkEnvironment(env)
  const shop = await openShop(env)
  try {
    return await setUp(shop)
  } finally {
    await shop.close()
  }
}

process.exitCode = await run().catch((error: unknown) => {
  console.error(messageOf(error))
  return 1
})
