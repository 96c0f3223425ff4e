/** What docs/running.md says and what is in ops/: checked with the programs that this machine has. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

import { afterAll, describe, expect, test } from 'vitest'

import { createProcessShop } from '../../testing/process.ts'
import { freePort, startPostgres } from '../tasks/postgres.ts'

const text = readFileSync('docs/running.md', 'utf8')
const blocks = [...text.matchAll(/^```sh\n([^]*?)^```/gm)].map(([, code = '']) => code)
const lines = blocks.flatMap(block => block.trim().split('\n'))
const scripts = (JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }).scripts
const folder = mkdtempSync(path.join(os.tmpdir(), 'longtake-ops-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const run = (program: string, args: string[], env: Record<string, string> = {}) =>
  spawnSync(program, args, { encoding: 'utf8', env: { ...process.env, ...env } })
const has = (program: string, ...args: string[]) => run(program, args).status === 0

describe('the commands of the guide', () => {
  test.each(blocks.map(block => [block.split('\n')[0], block]))(
    '%s … is a script without syntax errors',
    (_, block) => {
      expect(run('bash', ['-n', '-c', block ?? '']).stderr).toBe('')
    },
  )

  test('name only files, tasks and units that exist', () => {
    const files = lines.flatMap(line => line.match(/(?<![\w/])(?:ops|scripts)\/[\w./-]+/g) ?? [])
    expect(files.length).toBeGreaterThan(8)
    expect(files.filter(file => globSync(`${file}*`).length === 0 && !file.endsWith('.env'))).toEqual([])
    const tasks = lines.flatMap(line => [...line.matchAll(/npm run (?:-s )?([\w:]+)/g)].map(match => match[1] ?? ''))
    expect(tasks.filter(task => scripts[task] === undefined)).toEqual([])
    const units = lines.flatMap(line =>
      /systemctl (?:enable|start|restart)/.test(line) ? (line.match(/longtake-[\w.]+/g) ?? []) : [],
    )
    const isUnit = (unit: string) => existsSync(path.join('ops/systemd', unit.includes('.') ? unit : `${unit}.service`))
    expect(units.filter(unit => !isUnit(unit))).toEqual([])
  })

  test('for settings leave a complete environment', () => {
    const [block = ''] = blocks.filter(code => code.startsWith('cp ops/env.example'))
    const copy = path.join(folder, 'containers')
    const commands = `mkdir -p ${copy}/ops && cp ops/env.example ${copy}/ops && cd ${copy} && ${block}`
    expect(run('bash', ['-ec', commands]).stderr).toBe('')
    const env = readFileSync(path.join(copy, 'ops/.env'), 'utf8')
    expect(env).toMatch(/^POSTGRES_PASSWORD=[\da-f]{48}$/m)
    expect(env).toMatch(/^SECRET_KEY=[\da-f]{64}$/m)
  })

  test('for backups work as they are written', async () => {
    const shop = await createProcessShop({ VIES_URL: 'http://127.0.0.1:9' })
    const [block = ''] = blocks.filter(code => code.startsWith('npm run shop -- backup'))
    await shop.inside(async () => {})
    const report = run('bash', ['-ec', block], { ...shop.environment, BACKUPS: path.join(folder, 'backups') })
    await shop.remove()
    expect([report.status, report.stderr]).toEqual([0, ''])
    expect(report.stdout).toMatch(/backups\/\S+Z: [\d,]+ rows, [^]*is complete: [\d,]+ rows/)
  })
})

const hasSystemd = has('systemd-analyze', '--version') && existsSync('/usr/bin/node')
test.skipIf(!hasSystemd)('systemd accepts the units (skipped without systemd-analyze and /usr/bin/node)', () => {
  const { status, stderr } = run('systemd-analyze', ['verify', ...globSync('ops/systemd/*')])
  expect([status, stderr.split('\n').filter(line => line.includes('longtake'))]).toEqual([0, []])
})

test.skipIf(!has('caddy', 'version'))('Caddy accepts its configuration (skipped without caddy)', () => {
  expect(run('caddy', ['validate', '--config', 'ops/Caddyfile'], { DOMAIN: 'shop.example' }).status).toBe(0)
})

test.skipIf(!has('docker', 'compose', 'version'))('Compose accepts its file (skipped without the plugin)', () => {
  const env = { DOMAIN: 'shop.example', POSTGRES_PASSWORD: 'x' }
  expect(run('docker', ['compose', '-f', 'ops/compose.yaml', 'config', '-q'], env).stderr).toBe('')
})

test.skipIf(!has('docker', 'info'))(
  'the image builds and its health check exists (skipped without a Docker daemon)',
  { timeout: 20 * 60_000 },
  () => {
    const { status, stderr } = run('docker', ['build', '-q', '-f', 'ops/Dockerfile', '--target', 'shop', '.'])
    expect([status, stderr]).toEqual([0, ''])
  },
)

test('the image has what it runs: the command, the health check and the ignored files', () => {
  const dockerfile = readFileSync('ops/Dockerfile', 'utf8')
  for (const file of ['ops/ready.mjs', 'scripts/tasks/start.ts', 'scripts/tasks/build.ts'])
    expect([file, existsSync(file), dockerfile.includes(file)]).toEqual([file, true, true])
  expect(dockerfile).toMatch(/^USER node$/m)
  // The container's file system is read-only, so the build must be recognized as up to date.
  expect(dockerfile).not.toMatch(/npm start/)
})

/** Copies the repository to a new folder. Its commands run with an empty home. */
const makeCleanCopy = (name: string) => {
  const [copy, home] = [path.join(folder, name), path.join(folder, `${name}-home`)]
  for (const created of [copy, home]) mkdirSync(created)
  const command = `git ls-files -z --cached --others --exclude-standard | tar -c --null --ignore-failed-read -T - | tar -x -C ${copy}`
  expect(run('bash', ['-ec', command]).status).toBe(0)
  // How npm reaches its registry is in the environment.
  const { NODE_ENV: _, TEST_DATABASE_URL: __, ...inherited } = process.env
  const env = { ...inherited, PATH: `${path.dirname(process.execPath)}:${process.env['PATH']}`, HOME: home }
  return { copy, env }
}

/** The commands of the image's first stage. */
const listBuildCommands = (dockerfile: string) => {
  const stage = /^FROM \S+ AS build\n([^]*?)^FROM/m.exec(dockerfile)?.[1] ?? ''
  return [...stage.matchAll(/^RUN ((?:.*\\\n)*.*)$/gm)].map(([, command = '']) => command.replaceAll('\\\n', ''))
}

test(
  'the commands of the image, run in a clean folder with an empty home, leave a shop that starts without development packages',
  { timeout: 30 * 60_000 },
  async () => {
    const dockerfile = readFileSync('ops/Dockerfile', 'utf8')
    const { copy: image, env } = makeCleanCopy('image')
    const commands = listBuildCommands(dockerfile)
    expect(commands).toHaveLength(2)
    for (const command of commands) {
      const { status, stderr } = spawnSync('bash', ['-ec', command], { cwd: image, env, encoding: 'utf8' })
      expect([command, status, stderr]).toEqual([command, 0, ''])
    }
    expect(existsSync(path.join(image, 'node_modules/vite'))).toBe(false)

    const port = String(await freePort())
    const [program = '', ...args] = JSON.parse(/^CMD (\[.*\])$/m.exec(dockerfile)?.[1] ?? '[]') as string[]
    const settings = {
      NODE_ENV: 'production',
      PORT: port,
      DATA_DIR: path.join(folder, 'image-data'),
      PUBLIC_URL: 'https://shop.example',
      TRUST_PROXY: '1',
      SECRET_KEY: 'a'.repeat(64),
      SMTP_URL: 'smtp://127.0.0.1:9',
      MAIL_FROM: 'Shop <hello@shop.example>',
      BRAINTREE_ENVIRONMENT: 'sandbox',
      BRAINTREE_MERCHANT_ID: 'merchant',
      BRAINTREE_PUBLIC_KEY: 'public',
      BRAINTREE_PRIVATE_KEY: 'private',
      VIES_URL: 'http://127.0.0.1:9',
    }
    const shop = spawn(program, args, { cwd: image, env: { ...env, ...settings }, stdio: ['ignore', 'ignore', 'pipe'] })
    let errors = ''
    shop.stderr.setEncoding('utf8').on('data', text => (errors += String(text)))
    const isReady = () => spawnSync('node', ['ops/ready.mjs'], { cwd: image, env: { ...env, PORT: port } }).status === 0
    await expect.poll(() => shop.exitCode !== null || isReady(), { timeout: 3 * 60_000, interval: 2_000 }).toBe(true)
    expect([shop.exitCode, errors]).toEqual([null, ''])
    const page = await fetch(`http://127.0.0.1:${port}/opening-soon`)
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('Opening soon')])
    const exit = once(shop, 'exit')
    shop.kill()
    expect(await exit).toEqual([0, null])
  },
)

/** Stands in for programs that need root or systemd. `sudo` and `install` ignore the user. */
const stubs: Record<string, string> = {
  sudo: '[ "$1" = -u ] && shift 2; exec "$@"',
  install:
    'args=(); while [ $# -gt 0 ]; do case $1 in -o|-g) shift 2;; *) args+=("$1"); shift;; esac; done; exec /usr/bin/install "${args[@]}"',
  systemctl: 'echo "$@" >> "$SYSTEMCTL_LOG"; case "$*" in *--stdin*) cat > /dev/null;; esac',
  journalctl: 'true',
}

test(
  'the commands of the guide for systemd, run as printed in a clean folder, set up a shop, examine it, and move records in and out',
  { timeout: 30 * 60_000 },
  async () => {
    const { copy, env } = makeCleanCopy('systemd')
    const [machine, programs] = [path.join(folder, 'machine'), path.join(folder, 'programs')]
    for (const created of [programs, 'etc/systemd/system', 'etc/caddy', 'var/lib/longtake'])
      mkdirSync(path.resolve(machine, created), { recursive: true })
    for (const [name, script] of Object.entries(stubs))
      writeFileSync(path.join(programs, name), `#!/bin/bash\n${script}\n`, { mode: 0o755 })
    const postgres = await startPostgres()
    const log = path.join(machine, 'systemctl.log')
    const shell = {
      ...env,
      PATH: `${programs}:${env.PATH}`,
      SYSTEMCTL_LOG: log,
      EXPORT: path.join(machine, 'export'),
    }
    const onThisMachine = (command: string) =>
      command
        .replaceAll(/\/(etc\/longtake|etc\/systemd\/system|etc\/caddy|var\/lib\/longtake)/g, `${machine}/$1`)
        .replaceAll('postgres:///longtake?host=/var/run/postgresql', postgres.url)
    const enter = (command: string) =>
      spawnSync('bash', ['-ec', onThisMachine(command)], { cwd: copy, env: shell, encoding: 'utf8' })
    const findBlock = (start: string) => blocks.find(block => block.startsWith(start)) ?? ''

    const settings = enter(findBlock('sudo npm ci'))
    expect([settings.status, settings.stderr]).toEqual([0, expect.not.stringContaining('npm error')])
    const file = path.join(machine, 'etc/longtake/env')
    const generated = readFileSync(file, 'utf8')
    expect(generated).toMatch(/^SECRET_KEY=[\da-f]{64}$/m)
    expect(generated).toMatch(/^PUBLIC_URL=https:\/\/shop\.example$/m)
    expect(generated).not.toMatch(/^(?:DOMAIN|POSTGRES_PASSWORD)=/m)
    // What the guide asks to fill in. Nothing of it answers here.
    const filledIn = generated
      .replace(/^SMTP_URL=.*$/m, 'SMTP_URL=smtp://127.0.0.1:9')
      .replace(/^VIES_URL=.*$/m, 'VIES_URL=http://127.0.0.1:9')
      .replaceAll(/^(BRAINTREE_(?!ENVIRONMENT)\w+)=$/gm, '$1=key')
    writeFileSync(file, filledIn)

    const services = findBlock('sudo cp ops/systemd').trim().split('\n')
    const doctorAt = services.findIndex(line => line.includes('doctor'))
    const enabled = enter(services.slice(0, doctorAt).join('\n'))
    expect([enabled.status, enabled.stderr]).toEqual([0, ''])
    expect(existsSync(path.join(machine, 'etc/systemd/system/longtake-web.service'))).toBe(true)
    expect(readFileSync(log, 'utf8')).toContain('enable --now longtake-web longtake-worker longtake-backup.timer')

    // As the units start it.
    const unit = readFileSync(path.join(machine, 'etc/systemd/system/longtake-web.service'), 'utf8')
    const [program = '', ...args] = (/^ExecStart=(.*)$/m.exec(unit)?.[1] ?? '').split(' ')
    const port = String(await freePort())
    const shop = spawn(path.basename(program), args, {
      cwd: copy,
      env: { ...shell, ENV_FILE: file, ROLE: 'all', PORT: port },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let errors = ''
    shop.stderr.setEncoding('utf8').on('data', text => (errors += String(text)))
    const isReady = () => spawnSync('node', ['ops/ready.mjs'], { cwd: copy, env: { ...env, PORT: port } }).status === 0
    await expect.poll(() => shop.exitCode !== null || isReady(), { timeout: 3 * 60_000, interval: 2_000 }).toBe(true)
    expect([shop.exitCode, errors]).toEqual([null, ''])

    const prefix = 'sudo -u longtake env ENV_FILE=/etc/longtake/env'
    expect(text).toContain(`With systemd, put \`${prefix}\` before it.`)
    const printed = [...lines, ...[...text.matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code)]
    /** Runs the command that the guide prints with this start, as it says for systemd. */
    const enterPrinted = (start: string) => {
      const command = printed.find(code => code === start) ?? printed.find(code => code.startsWith(start)) ?? start
      expect(printed).toContain(command)
      const task = command.startsWith('npm run') ? command : `npm run shop -- ${command}`
      return enter(`${prefix} ${task.replace('npm run ', 'npm run -s ')}`)
    }
    writeFileSync(path.join(copy, 'password.txt'), 'Correct-Horse-1\n')
    const owner = enterPrinted('npm run setup -- --email')
    expect([owner.status, owner.stderr]).toEqual([0, ''])
    expect(JSON.parse(owner.stdout)).toMatchObject({ email: 'ada@shop.example' })
    // Nothing answers at shop.example.
    const doctor = enter(services[doctorAt] ?? '')
    expect(doctor.stdout).toMatch(/^ok {4}environment {2}production[^]*^ok {4}database[^]*^FAIL {2}address/m)
    expect(doctor.status).toBe(1)
    const staff = enter(lines.find(line => line.startsWith(`${prefix} npm run -s shop -- staff list`)) ?? 'false')
    expect([staff.status, staff.stdout]).toEqual([0, 'ada@shop.example  Ada Lovelace  Platform admin\n'])
    writeFileSync(path.join(copy, 'customers.csv'), 'external_id,email,first_name\nc-1,bo@harbor.example,Bo\n')
    const dry = enterPrinted('npm run shop -- import customers customers.csv --as ada@shop.example --dry-run')
    expect([dry.status, dry.stdout]).toEqual([0, '1 rows: 1 to import, 0 imported before, 0 bad.\n'])
    const imports = lines.filter(
      line => line.startsWith('npm run shop -- import customers') && !line.endsWith('--dry-run'),
    )
    expect(imports).toHaveLength(1)
    const imported = enterPrinted(imports.join(''))
    expect([imported.status, imported.stdout]).toEqual([0, '1 rows: 1 imported, 0 imported before, 0 bad.\n'])
    const exported = enterPrinted('npm run shop -- export')
    expect([exported.status, exported.stderr]).toEqual([0, ''])
    expect(readFileSync(path.join(machine, 'export/data/users.jsonl'), 'utf8')).toContain('bo@harbor.example')
    const company = enterPrinted('npm run shop -- settings get company')
    expect([company.status, company.stdout]).toEqual([0, expect.stringContaining('"name": "Longtake"')])
    const phone = enterPrinted('settings set company.phone')
    expect([phone.status, phone.stdout]).toEqual([0, expect.stringContaining('→ "+353 1 555 0100"')])

    const exit = once(shop, 'exit')
    shop.kill()
    expect(await exit).toEqual([0, null])
    await postgres.stop()
  },
)
