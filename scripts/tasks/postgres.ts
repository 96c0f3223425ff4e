/** A temporary PostgreSQL cluster that is deleted when it stops. */
import { spawn, spawnSync } from 'node:child_process'
import { chownSync, mkdtempSync, rmSync } from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'

import { findPostgresPrograms } from './tools.ts'

export const freePort = () =>
  new Promise<number>(resolve => {
    const probe = net.createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as net.AddressInfo
      probe.close(() => resolve(port))
    })
  })

/** PostgreSQL refuses to run as root, so it then runs as an ordinary system user. */
const findUnprivilegedUser = (): { uid?: number; gid?: number } => {
  if (process.getuid?.() !== 0) return {}
  const id = (flag: string) =>
    ['postgres', 'nobody']
      .map(name => Number(spawnSync('id', [flag, name], { encoding: 'utf8' }).stdout))
      .find(n => n > 0)
  return { uid: id('-u') ?? 65_534, gid: id('-g') ?? 65_534 }
}

/** For a cluster that nobody misses: it survives no crash, and keeps no statistics of tables that live for seconds. */
const THROWAWAY = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'wal_level=minimal',
  'max_wal_senders=0',
  'autovacuum=off',
]

/** Passes `settings` to the server (`shared_buffers=1GB`). Returns its URL and how to stop it. */
export const startPostgres = async (settings: string[] = THROWAWAY) => {
  const programs = findPostgresPrograms()
  const user = findUnprivilegedUser()
  const folder = mkdtempSync(path.join(os.tmpdir(), 'longtake-postgres-'))
  if (user.uid && user.gid) chownSync(folder, user.uid, user.gid)
  const data = path.join(folder, 'data')
  const initdb = spawnSync(
    path.join(programs, 'initdb'),
    ['-D', data, '-U', 'longtake', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8'],
    { ...user, cwd: folder, encoding: 'utf8' },
  )
  if (initdb.status !== 0) throw new Error(`PostgreSQL could not create a cluster: ${initdb.stderr}`)
  const port = await freePort()
  const flags = [
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${folder}`,
    'max_connections=300',
    ...settings,
  ].flatMap(s => ['-c', s])
  const server = spawn(path.join(programs, 'postgres'), ['-D', data, '-p', String(port), ...flags], {
    ...user,
    cwd: folder,
    stdio: 'ignore',
  })
  const exit = new Promise<void>(resolve => server.once('exit', () => resolve()))
  const stop = async () => {
    server.kill('SIGINT')
    await exit
    rmSync(folder, { recursive: true, force: true })
  }
  for (
    let attempts = 0;
    spawnSync(path.join(programs, 'pg_isready'), ['-h', '127.0.0.1', '-p', String(port)]).status !== 0;
    attempts++
  ) {
    if (attempts > 100) throw new Error('PostgreSQL did not start.')
    await new Promise(resolve => setTimeout(resolve, 100))
  }
  return { url: `postgres://longtake@127.0.0.1:${port}/postgres`, pid: server.pid, stop }
}
