/** `npm run fuzz:api`: Schemathesis asks every endpoint of a demo shop of its own, once for each role, and lists 5xx and slow answers. */
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'

import type { FastifyInstance } from 'fastify'

import { fillDemo } from '../../demo/fill.ts'
import { beginSession } from '../../src/accounts/session.server.ts'
import { createApi } from '../../src/api.ts'
import { openShop } from '../../src/main.ts'
import type { Db } from '../../src/platform/database.server.ts'
import { messageOf } from '../../src/platform/message.ts'
import { startWorker } from '../../src/worker.ts'
import { startSandboxProcess } from './sandbox.ts'
import { undoWhenStopped } from './stopping.ts'

const usage = `npm run fuzz:api -- [options]

Starts a demo shop on a temporary copy without rate limits (on DATABASE_URL, if it is set: give it an empty database), and
asks its endpoints as a guest, a buyer, a workspace guest, support and a platform admin.

  --requests 10000   about this many in all; 100000 for a long run
  --minutes 15       at most, in all
  --seed 1           the same requests again`

const SCHEMATHESIS = 'schemathesis==4.32.5'
const SLOW_MS = 2_000
/** They end the session that the others ask with. */
const ENDING = [
  '/api/auth/logout',
  '/api/user/sessions/others',
  '/api/user/sessions/{id}',
  '/api/user/privacy/deletion',
]

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '10000' },
    minutes: { type: 'string', default: '15' },
    seed: { type: 'string', default: '1' },
    help: { type: 'boolean', default: false },
  },
})

/** Null, with a sentence on the console, where there is no Python or no way to PyPI. */
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

type Finding = { route: string; status: number; ms: number; url: string }
type Count = { total: number; statuses: Map<number, number>; findings: Finding[] }

/** Counts every answer of the shop; what is asked for is in the findings. */
const countAnswers = (app: FastifyInstance) => {
  let count: Count = { total: 0, statuses: new Map(), findings: [] }
  app.addHook('onResponse', async ({ method, routeOptions, url }, { statusCode: status, elapsedTime: ms }) => {
    count.total += 1
    count.statuses.set(status, (count.statuses.get(status) ?? 0) + 1)
    if (status >= 500 || ms > SLOW_MS)
      count.findings.push({ route: `${method} ${routeOptions.url ?? ''}`, status, ms: Math.round(ms), url })
  })
  return () => {
    const done = count
    count = { total: 0, statuses: new Map(), findings: [] }
    return done
  }
}

const userWith = async (db: Db, email: string) =>
  (await db.selectFrom('users').where('email', '=', email).select('id').executeTakeFirstOrThrow()).id

const workspaceGuest = async (db: Db) =>
  (await db.selectFrom('workspace_members').where('role', '=', 'guest').select('user_id').executeTakeFirstOrThrow())
    .user_id

const cookieOf = async (db: Db, user_id: number | null): Promise<string> => {
  if (user_id === null) return 'theme=dark'
  const session = { user_id, remember: true, user_agent: 'Schemathesis', address: '127.0.0.1', now: new Date() }
  return `session=${(await beginSession(db, session)).token}`
}

type Run = { program: string; schema: string; address: string; cookie: string; seconds: number; examples: number }

const runSchemathesis = ({ program, schema, address, cookie, seconds, examples }: Run): Promise<void> =>
  new Promise(resolve => {
    const options = {
      url: address,
      header: `Cookie: ${cookie}`,
      checks: 'not_a_server_error',
      phases: 'fuzzing',
      'max-examples': String(examples),
      seed: values.seed,
      'request-timeout': '30',
      'suppress-health-check': 'all',
      warnings: 'off',
    }
    const args = [
      schema,
      '--continue-on-failure',
      '--no-shrink',
      '--header=Sec-Fetch-Site: same-origin',
      ...Object.entries(options).map(([name, value]) => `--${name}=${value}`),
      ...ENDING.map(ending => `--exclude-path=${ending}`),
    ]
    const child = spawn(program, ['run', ...args], { stdio: 'ignore' })
    const timer = setTimeout(() => child.kill('SIGTERM'), seconds * 1_000)
    child.once('error', () => resolve())
    child.once('exit', () => {
      clearTimeout(timer)
      resolve()
    })
  })

const report = (role: string, { total, statuses, findings }: Count) => {
  const counted = [...statuses].toSorted(([a], [b]) => a - b).map(([status, times]) => `${status}: ${times}`)
  console.log(`${role}: ${total} answers (${counted.join(', ')})`)
  for (const { route, status, ms, url } of findings.slice(0, 40))
    console.log(`  ${status} after ${ms} ms  ${route}\n    ${url.slice(0, 300)}`)
}

const run = async (program: string): Promise<number> => {
  const stopped = undoWhenStopped()
  const folder = mkdtempSync(path.join(os.tmpdir(), 'longtake-fuzz-'))
  stopped.add(async () => rmSync(folder, { recursive: true, force: true }))
  try {
    const sandbox = await startSandboxProcess(path.join(folder, 'sandbox'))
    stopped.add(sandbox.stop)
    const env = {
      ...process.env,
      ...sandbox.env,
      NODE_ENV: 'production',
      DEMO: '1',
      DATA_DIR: path.join(folder, 'data'),
    }
    const { config, deps, database, close } = await openShop({
      ...env,
      RATE_LIMITS: '0',
      CAPTCHA_KEYS: '4',
      LOG_LEVEL: 'silent',
      ROLE: 'web',
    })
    stopped.add(close)
    await fillDemo({ config, deps, database })
    stopped.add(await startWorker(deps))
    const app = await createApi(deps)
    const take = countAnswers(app)
    stopped.add(() => app.close())
    await app.listen({ port: 0, host: '127.0.0.1' })
    const address = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
    const description = app.swagger() as { paths?: Record<string, object> }
    const { paths = {} } = description
    const schema = path.join(folder, 'openapi.json')
    writeFileSync(schema, JSON.stringify(description))
    const operations = Object.values(paths).reduce((sum, methods) => sum + Object.keys(methods).length, 0)

    const { db } = deps
    const roles: [string, number | null][] = [
      ['guest', null],
      ['buyer', await userWith(db, 'ada@longtake.example')],
      ['workspace guest', await workspaceGuest(db)],
      ['support', await userWith(db, 'otto@longtake.example')],
      ['platform admin', await userWith(db, 'vera@longtake.example')],
    ]
    const examples = Math.max(1, Math.round(Number(values.requests) / operations / roles.length))
    const seconds = (Number(values.minutes) * 60) / roles.length
    console.log(`${operations} operations, up to ${examples} requests for each and each of ${roles.length} roles`)
    let faults = 0
    for (const [role, user_id] of roles) {
      const cookie = await cookieOf(db, user_id)
      take()
      await runSchemathesis({ program, schema, address, cookie, seconds, examples })
      const count = take()
      faults += count.findings.filter(({ status }) => status >= 500 && status !== 503).length
      report(role, count)
    }
    return faults
  } finally {
    await stopped.undo()
  }
}

if (values.help) console.log(usage)
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
