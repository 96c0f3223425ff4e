#!/usr/bin/env node
// Runs on any Node >= 18, without dependencies. Usage: node scripts/launch.mjs <task> [args]
// 1. installs dependencies when node_modules is missing or the lockfile/package.json changed
// 2. finds a Node >= 24 (this one, or the one in node_modules) and runs the task with it
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync, rmSync, openSync, closeSync, statSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')
const MIN = 24
const stampFile = path.join(root, 'node_modules', '.install-stamp')
const lockFile = path.join(root, '.install.lock')

function currentStamp() {
  const h = createHash('sha256')
  for (const f of ['package-lock.json']) h.update(readFileSync(path.join(root, f)))
  return `${h.digest('hex')} ${process.platform}-${process.arch}`
}
const upToDate = () => existsSync(stampFile) && readFileSync(stampFile, 'utf8') === currentStamp()

// PATH without this project's node_modules/.bin: `npm ci` deletes that folder, and with it the Node in it
function systemEnv(extra = {}) {
  const key = Object.keys(process.env).find(k => k.toUpperCase() === 'PATH') ?? 'PATH'
  const clean = (process.env[key] ?? '')
    .split(path.delimiter)
    .filter(p => !p.startsWith(path.join(root, 'node_modules')))
  return { ...process.env, [key]: clean.join(path.delimiter), ...extra }
}

function install() {
  // npm's own settings leak into child npms through npm_config_* ; drop the ones that change what ci does
  const env = systemEnv()
  for (const k of Object.keys(env))
    if (/^npm_config_(omit|include|production|ignore_scripts|global|prefix|workspace)/i.test(k)) delete env[k]
  delete env.NODE_ENV // NODE_ENV=production would leave out devDependencies
  const node =
    env.npm_node_execpath && !env.npm_node_execpath.startsWith(path.join(root, 'node_modules'))
      ? env.npm_node_execpath
      : null
  const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error', '--include=dev', '--include=optional']
  const cli = env.npm_execpath
  const [cmd, argv] =
    node && cli && cli.endsWith('.js')
      ? [node, [cli, ...args]]
      : [process.platform === 'win32' ? 'npm.cmd' : 'npm', args]
  console.error('[launch] installing dependencies (npm ci)…')
  for (let attempt = 1; ; attempt++) {
    const r = spawnSync(cmd, argv, {
      cwd: root,
      env,
      stdio: ['ignore', 'inherit', 'inherit'],
      shell: process.platform === 'win32',
    })
    if (r.status === 0) break
    if (attempt === 3) {
      console.error('[launch] npm ci failed')
      process.exit(r.status ?? 1)
    }
    console.error(`[launch] npm ci failed (attempt ${attempt}), trying again`)
  }
  mkdirSync(path.dirname(stampFile), { recursive: true })
  writeFileSync(stampFile, currentStamp())
}

function ensureInstalled() {
  if (upToDate()) return
  const started = Date.now()
  for (;;) {
    let fd
    try {
      fd = openSync(lockFile, 'wx')
    } catch (e) {
      if (e.code !== 'EEXIST') throw e
      try {
        if (Date.now() - statSync(lockFile).mtimeMs > 15 * 60_000) rmSync(lockFile, { force: true })
      } catch {
        /* gone */
      }
      const pid = Number(safeRead(lockFile))
      if (pid && !alive(pid)) rmSync(lockFile, { force: true })
      if (Date.now() - started > 15 * 60_000) {
        console.error('[launch] gave up waiting for another install')
        process.exit(1)
      }
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 250)
      continue
    }
    writeFileSync(fd, String(process.pid))
    closeSync(fd)
    try {
      if (!upToDate()) install()
    } finally {
      rmSync(lockFile, { force: true })
    }
    return
  }
}
function safeRead(f) {
  try {
    return readFileSync(f, 'utf8')
  } catch {
    return ''
  }
}
function alive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (e) {
    return e.code === 'EPERM'
  }
}

const major = v => Number(String(v).replace(/^v/, '').split('.')[0])
function modernNode() {
  if (process.env.LONGTAKE_NODE) return process.env.LONGTAKE_NODE
  const plat = process.platform === 'win32' ? 'win' : process.platform
  const exe = process.platform === 'win32' ? 'bin/node.exe' : 'bin/node'
  for (const pkg of [`node-${plat}-${process.arch}`, `node-bin-${plat}-${process.arch}`]) {
    const f = path.join(root, 'node_modules', pkg, exe)
    if (!existsSync(f)) continue
    const r = spawnSync(f, ['-v'], { encoding: 'utf8' })
    if (r.status === 0 && major(r.stdout) >= MIN) return f
  }
  if (major(process.version) >= MIN) return process.execPath
  console.error(
    `[launch] Node ${MIN} or newer is needed: none in node_modules for ${plat}-${process.arch}, and this is ${process.version}.`,
  )
  process.exit(1)
}

ensureInstalled()
const [task, ...rest] = process.argv.slice(2)
if (!task) process.exit(0)
const node = modernNode()
const pathKey = Object.keys(process.env).find(k => k.toUpperCase() === 'PATH') ?? 'PATH'
// The shop's memory stays 100 MB lower, at the same speed: less room for short-lived objects, and fewer heaps of malloc.
const isStart = task === 'start'
const flags = isStart ? ['--max-semi-space-size=4'] : []
// The commands of operators read .env. Variables that are set already win. Tests and tools of developers don't read it.
const operatorTasks = ['start', 'dev', 'setup', 'shop', 'ingest', 'reindex', 'reseal']
const envFile = process.env.ENV_FILE ?? path.join(root, '.env')
// Node prints a line for a file that doesn't exist, so the default file is passed only where there is one.
if (operatorTasks.includes(task) && envFile !== '' && (process.env.ENV_FILE || existsSync(envFile)))
  flags.push(`--env-file-if-exists=${envFile}`)
const child = spawn(node, [...flags, path.join(root, 'scripts', 'tasks', `${task}.ts`), ...rest], {
  cwd: root,
  stdio: 'inherit',
  env: {
    ...(isStart && { MALLOC_ARENA_MAX: '2' }),
    // A process that finds its modules compiled starts with a third less CPU time.
    NODE_COMPILE_CACHE: path.join(root, 'node_modules', '.cache', 'node'),
    ...process.env,
    [pathKey]: [path.dirname(node), path.join(root, 'node_modules', '.bin'), process.env[pathKey]].join(path.delimiter),
  },
})
for (const s of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(s, () => child.kill(s))
child.on('exit', (code, signal) => {
  if (signal) process.kill(process.pid, signal)
  else process.exit(code ?? 1)
})
