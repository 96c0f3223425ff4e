/** `npm run fuzz:api`: Schemathesis calls every endpoint of a temporary demo shop, once per role, and reports 5xx and slow responses. */
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'

import { fillDemo } from '../../demo/fill.ts'
import { createSession } from '../../src/accounts/session.server.ts'
import { startShop } from '../../src/app/main.ts'
import type { Db } from '../../src/platform/db/database.server.ts'
import { messageOf } from '../../src/platform/http/error-message.ts'
import { buildWhenStale } from './build.ts'
import { loadDocuments, listOperations, type OpenApiDocuments } from './fuzz-documents.ts'
import { startRecorder, type HttpExchange } from './fuzz-recorder.ts'
import { printReport, printRole } from './fuzz-report.ts'
import { freePort, startPostgres } from './postgres.ts'
import { startSandboxProcess } from './sandbox.ts'
import { createShutdown } from './shutdown.ts'

const USAGE = `npm run fuzz:api -- [options]

Starts the production build of a demo shop without rate limits and overload refusal, on a temporary PostgreSQL (or on
DATABASE_URL, if it is set: use an empty database). Calls every endpoint of both OpenAPI documents as a guest, a buyer,
a workspace guest, support and a platform admin.

  --requests 10000   approximate total; 100000 for a long run
  --minutes 90       maximum total
  --at-once 2        roles that run at the same time
  --seed 1           repeats the same requests`

const SCHEMATHESIS = 'schemathesis==4.32.5'
/** Operations with few different inputs use fewer requests. The others get the remaining ones in further rounds. */
const MAX_ROUNDS = 12
/** Requests for each operation before any operation gets more. */
const FIRST_EXAMPLES = 15

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '10000' },
    minutes: { type: 'string', default: '90' },
    'at-once': { type: 'string', default: '2' },
    seed: { type: 'string', default: '1' },
    help: { type: 'boolean', default: false },
  },
})

/** Returns null and prints why when Python or PyPI is unavailable. */
const installSchemathesis = (): string | null => {
  const folder = path.join(process.env['XDG_CACHE_HOME'] ?? path.join(os.homedir(), '.cache'), 'longtake', SCHEMATHESIS)
  const program = path.join(folder, 'bin', 'schemathesis')
  if (existsSync(program)) return program
  mkdirSync(path.dirname(folder), { recursive: true })
  const steps = [
    ['python3', '-m', 'venv', folder],
    [path.join(folder, 'bin', 'pip'), 'install', '-q', '--disable-pip-version-check', SCHEMATHESIS],
  ]
  for (const [command = '', ...args] of steps)
    if (spawnSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'] }).status !== 0) {
      rmSync(folder, { recursive: true, force: true })
      console.log(`Skipped: ${SCHEMATHESIS} can't be installed here. It needs Python 3.10 or newer and access to PyPI.`)
      return null
    }
  return program
}

const findUserId = async (db: Db, email: string) =>
  (await db.selectFrom('users').where('email', '=', email).select('id').executeTakeFirstOrThrow()).id

const findWorkspaceGuestId = async (db: Db) =>
  (await db.selectFrom('workspace_members').where('role', '=', 'guest').select('user_id').executeTakeFirstOrThrow())
    .user_id

/** Creates a session and returns its Cookie header. */
const createSessionCookie = async (db: Db, user_id: number | null): Promise<string> => {
  // A user has a thousand idempotency keys per hour. Without this, the rest of the run would get 429.
  await db.deleteFrom('idempotency_keys').execute()
  if (user_id === null) return 'theme=dark'
  const session = { user_id, remember: true, user_agent: 'Schemathesis', address: '127.0.0.1', now: new Date() }
  return `session=${(await createSession(db, session)).token}`
}

type FuzzRound = {
  program: string
  schema: string
  address: string
  phase: 'fuzzing' | 'coverage'
  examples: number
  seed: number
  isOver: () => boolean
}

const runSchemathesis = ({ program, schema, address, phase, examples, seed, isOver }: FuzzRound): Promise<void> =>
  new Promise((resolve, reject) => {
    const options = {
      url: address,
      checks: 'not_a_server_error',
      phases: phase,
      'max-examples': String(examples),
      seed: String(seed),
      'request-timeout': '30',
      'suppress-health-check': 'all',
      'generation-database': 'none',
      warnings: 'off',
    }
    const args = [
      schema,
      '--continue-on-failure',
      '--no-shrink',
      ...Object.entries(options).map(([name, value]) => `--${name}=${value}`),
    ]
    const child = spawn(program, ['run', ...args], { stdio: 'ignore' })
    const timer = setInterval(() => isOver() && child.kill('SIGTERM'), 200)
    child.once('error', reject)
    child.once('exit', () => {
      clearInterval(timer)
      resolve()
    })
  })

/** `share`: the role's share of all requests. `staff_share`: the share of those that go to staff endpoints. */
type FuzzRole = { name: string; user_id: number | null; share: number; staff_share: number }
type FuzzRun = { program: string; folder: string; shop: string; documents: OpenApiDocuments; db: Db; ends_at: number }

const fuzzAsRole = async (
  { program, folder, shop, documents, db, ends_at }: FuzzRun,
  { name, user_id, share, staff_share }: FuzzRole,
) => {
  const exchanges: HttpExchange[] = []
  const recorder = await startRecorder({
    shop,
    signIn: () => createSessionCookie(db, user_id),
    record: exchange => exchanges.push(exchange),
  })
  const fuzz = async (audience: keyof OpenApiDocuments, requests: number) => {
    const schema = path.join(folder, `${audience}-${name.replaceAll(' ', '-')}.json`)
    writeFileSync(schema, JSON.stringify(documents[audience]))
    const before = exchanges.length
    const remaining = () => before + requests - exchanges.length
    const isOver = () => remaining() <= 0 || Date.now() > ends_at
    const operations = listOperations(documents[audience]).length
    const round = { program, schema, address: recorder.address, isOver }
    const firstExamples = Math.max(1, Math.min(FIRST_EXAMPLES, Math.floor(requests / operations)))
    await runSchemathesis({ ...round, phase: 'fuzzing', examples: firstExamples, seed: Number(values.seed) })
    // The coverage phase sends each boundary and each mistake in its own request, thousands in total. Run it only when the budget allows most of them.
    if (remaining() > operations * FIRST_EXAMPLES)
      await runSchemathesis({ ...round, phase: 'coverage', examples: 1, seed: Number(values.seed) })
    for (let roundNumber = 1; roundNumber < MAX_ROUNDS && remaining() >= operations && !isOver(); roundNumber++) {
      const examples = Math.floor(remaining() / operations)
      await runSchemathesis({ ...round, phase: 'fuzzing', examples, seed: Number(values.seed) + roundNumber })
    }
  }
  try {
    const requests = Number(values.requests) * share
    await fuzz('customers', requests * (1 - staff_share))
    await fuzz('staff', requests * staff_share)
  } finally {
    await recorder.stop()
  }
  printRole(name, exchanges)
  return { name, exchanges }
}

const run = async (program: string): Promise<number> => {
  const shutdown = createShutdown()
  const folder = mkdtempSync(path.join(os.tmpdir(), 'longtake-fuzz-'))
  shutdown.add(async () => rmSync(folder, { recursive: true, force: true }))
  try {
    process.env['NODE_ENV'] = 'production'
    const build = await buildWhenStale('production')
    const sandbox = await startSandboxProcess(path.join(folder, 'sandbox'))
    shutdown.add(sandbox.stop)
    const DATABASE_URL = process.env['DATABASE_URL'] ?? (await startOwnPostgres(shutdown.add))
    const port = await freePort()
    const { deps, stop } = await startShop(
      {
        ...process.env,
        ...sandbox.env,
        DATABASE_URL,
        DEMO: '1',
        DATA_DIR: path.join(folder, 'data'),
        PORT: String(port),
        RATE_LIMITS: '0',
        MAX_EVENT_LOOP_DELAY_MS: '0',
        CAPTCHA_KEYS: '0',
        LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'silent',
      },
      build,
      { fill: fillDemo },
    )
    shutdown.add(stop)
    const { db } = deps
    const shop = `http://127.0.0.1:${port}`
    const admin = await findUserId(db, 'vera@longtake.example')
    const documents = await loadDocuments(shop, await createSessionCookie(db, admin), db)
    const roles: FuzzRole[] = [
      { name: 'guest', user_id: null, share: 0.12, staff_share: 0.1 },
      { name: 'buyer', user_id: await findUserId(db, 'ada@longtake.example'), share: 0.23, staff_share: 0.1 },
      { name: 'workspace guest', user_id: await findWorkspaceGuestId(db), share: 0.15, staff_share: 0.1 },
      { name: 'support', user_id: await findUserId(db, 'otto@longtake.example'), share: 0.2, staff_share: 0.6 },
      { name: 'platform admin', user_id: admin, share: 0.3, staff_share: 0.6 },
    ]
    const operations = [...listOperations(documents.customers), ...listOperations(documents.staff)]
    console.log(`${operations.length} operations of both OpenAPI documents, about ${values.requests} requests`)
    const fuzz = { program, folder, shop, documents, db, ends_at: Date.now() + Number(values.minutes) * 60_000 }
    const results: Awaited<ReturnType<typeof fuzzAsRole>>[] = []
    const runWorker = async () => {
      for (let role = roles.shift(); role; role = roles.shift()) results.push(await fuzzAsRole(fuzz, role))
    }
    await Promise.all(Array.from({ length: Math.max(1, Number(values['at-once'])) }, runWorker))
    return printReport(results, operations)
  } finally {
    await shutdown.run()
  }
}

const startOwnPostgres = async (add: (step: () => unknown) => void): Promise<string> => {
  const { url, stop } = await startPostgres()
  add(stop)
  return url
}

if (values.help) console.log(USAGE)
else {
  const program = installSchemathesis()
  if (program !== null)
    await run(program).then(
      faults => {
        process.exitCode = faults > 0 ? 1 : 0
      },
      (error: unknown) => {
        console.error(messageOf(error))
        process.exitCode = 1
      },
    )
}
