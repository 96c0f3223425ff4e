import { createHash } from 'node:crypto'
import { mkdirSync, realpathSync, rmSync } from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'

/**
 * The embedded database does not lock its folder, and two processes on one folder destroy it for good. The lock is a
 * listening socket: the kernel drops it when the process dies, even by kill -9, and whoever connects is told who holds it.
 */
export const lockDirectory = async (dir: string): Promise<() => void> => {
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  const name = socketOf(dir)
  const holder = await holderOf(dir)
  if (holder) throw new Error(inUse(path.dirname(dir), holder))
  if (process.platform === 'darwin') rmSync(name, { force: true })
  const server = await listen(name).catch(async (error: NodeJS.ErrnoException) => {
    throw error.code === 'EADDRINUSE'
      ? new Error(inUse(path.dirname(dir), (await holderOf(dir)) ?? 'another process'))
      : error
  })
  return () => void server.close()
}

/** Who holds a folder, in words ("process 4711, since …"), or undefined. */
export const holderOf = (dir: string): Promise<string | undefined> =>
  new Promise(resolve => {
    mkdirSync(dir, { recursive: true, mode: 0o700 })
    let told = ''
    const socket = net.connect(socketOf(dir))
    socket.setEncoding('utf8').setTimeout(2_000, () => socket.destroy())
    socket.on('data', text => (told += text))
    socket.on('error', () => resolve(undefined))
    socket.on('close', failed => !failed && resolve(told || 'another process'))
  })

export const inUse = (data_dir: string, holder: string) =>
  `The shop's data in ${data_dir} is in use by ${holder}. Stop that one first, or set DATA_DIR to another folder.`

const socketOf = (dir: string) => {
  const id = createHash('sha256').update(realpathSync(dir)).digest('hex').slice(0, 24)
  if (process.platform === 'linux') return `\0longtake-${id}`
  return process.platform === 'win32' ? `\\\\.\\pipe\\longtake-${id}` : path.join(os.tmpdir(), `longtake-${id}.sock`)
}

const listen = (name: string) =>
  new Promise<net.Server>((resolve, reject) => {
    const since = new Date().toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'short' })
    const server = net.createServer(socket => socket.end(`process ${process.pid}, running since ${since}`))
    server.once('error', reject)
    server.listen(name, () => {
      server.unref()
      resolve(server)
    })
  })
