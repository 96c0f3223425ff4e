import { createHash } from 'node:crypto'
import { mkdirSync, realpathSync, rmSync } from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'

/**
 * Locks the embedded database's folder, because it does not lock itself and two processes would corrupt it. The lock
 * is a listening socket: the kernel drops it when the process dies, even by kill -9, and connecting to it returns who
 * holds it.
 */
export const lockDirectory = async (dir: string): Promise<() => void> => {
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  const socketPath = socketPathOf(dir)
  const holder = await findLockHolder(dir)
  if (holder) throw new Error(formatInUseMessage(path.dirname(dir), holder))
  if (process.platform === 'darwin') rmSync(socketPath, { force: true })
  const server = await listen(socketPath).catch(async (error: NodeJS.ErrnoException) => {
    throw error.code === 'EADDRINUSE'
      ? new Error(formatInUseMessage(path.dirname(dir), (await findLockHolder(dir)) ?? 'another process'))
      : error
  })
  return () => void server.close()
}

/** Returns a description of the process that holds the lock ("process 4711, since …"), or undefined. */
export const findLockHolder = (dir: string): Promise<string | undefined> =>
  new Promise(resolve => {
    mkdirSync(dir, { recursive: true, mode: 0o700 })
    let description = ''
    const socket = net.connect(socketPathOf(dir))
    socket.setEncoding('utf8').setTimeout(2_000, () => socket.destroy())
    socket.on('data', text => (description += text))
    socket.on('error', () => resolve(undefined))
    socket.on('close', failed => !failed && resolve(description || 'another process'))
  })

export const formatInUseMessage = (data_dir: string, holder: string) =>
  `The shop's data in ${data_dir} is in use by ${holder}. Stop that one first, or set DATA_DIR to another folder.`

/** The address of the lock's socket. */
export const socketPathOf = (dir: string) => {
  const id = createHash('sha256').update(realpathSync(dir)).digest('hex').slice(0, 24)
  if (process.platform === 'linux') return `\0longtake-${id}`
  return process.platform === 'win32' ? `\\\\.\\pipe\\longtake-${id}` : path.join(os.tmpdir(), `longtake-${id}.sock`)
}

const listen = (socketPath: string) =>
  new Promise<net.Server>((resolve, reject) => {
    const since = new Date().toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'short' })
    const server = net.createServer(socket => {
      // A client that does not wait for the answer must not end this process.
      socket.on('error', () => {})
      socket.end(`process ${process.pid}, running since ${since}`)
    })
    server.once('error', reject)
    server.listen(socketPath, () => {
      server.unref()
      resolve(server)
    })
  })
