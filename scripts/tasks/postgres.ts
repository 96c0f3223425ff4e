/** A private PostgreSQL cluster on this machine, gone when it is stopped. */
import { spawn, spawnSync } from 'node:child_process'
import { chownSync, mkdtempSync, rmSync } from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'

import { postgresPrograms } from './tools.ts'

export const freePort = () =>
  new Promise<number>(resolve => {
    const probe = net.createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as net.AddressInfo
      probe.close(() => resolve(port))
    })
  })

/** PostgreSQL refuses to run as root: then it runs as the first ordinary user that packages leave behind. */
const ordinaryUser = (): { uid?: number; gid?: number } => {
  if (process.getuid?.() !== 0) return {}
  const id = (flag: string) =>
    ['postgres', 'nobody']
      .map(name => Number(spawnSync('id', [flag, name], { encoding: 'utf8' }).stdout))
      .find(n => n > 0)
  return { uid: id('-u') ?? 65_534, gid: id('-g') ?? 65_534 }
}

/** `settings` go to the server as they are (`shared_buffers=1GB`). Answers its address and how to stop it. */
export const startPostgres = async (settings: string[] = ['fsync=off', 'synchronous_commit=off']) => {
  const programs = postgresPrograms()
  const as = ordinaryUser()
  const folder = mkdtempSync(path.join(os.tmpdir(), 'longtake-postgres-'))
  if (as.uid && as.gid) chownSync(folder, as.uid, as.gid)
  const data = path.join(folder, 'data')
  const made = spawnSync(
    path.join(programs, 'initdb'),
    ['-D', data, '-U', 'longtake', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8'],
    { ...as, cwd: folder, encoding: 'utf8' },
  )
  if (made.status !== 0) throw new Error(`PostgreSQL could not make a cluster: ${made.stderr}`)
  const port = await freePort()
  const flags = [
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${folder}`,
    'max_connections=300',
    ...settings,
  ].flatMap(s => ['-c', s])
  const server = spawn(path.join(programs, 'postgres'), ['-D', data, '-p', String(port), ...flags], {
    ...as,
    cwd: folder,
    stdio: 'ignore',
  })
  const ended = new Promise<void>(resolve => server.once('exit', () => resolve()))
  const stop = async () => {
    server.kill('SIGINT')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
  for (
    let tries = 0;
    spawnSync(path.join(programs, 'pg_isready'), ['-h', '127.0.0.1', '-p', String(port)]).status !== 0;
    tries++
  ) {
    if (tries > 100) throw new Error('PostgreSQL did not start.')
    await new Promise(resolve => setTimeout(resolve, 100))
  }
  return { url: `postgres://longtake@127.0.0.1:${port}/postgres`, pid: server.pid, stop }
}
