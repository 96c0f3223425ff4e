/**
 * Commands for a shop that has the embedded database open. Only that process can use the database, so a command leaves
 * a request in the data folder, the shop runs it and writes the reply beside it. The folder belongs to the shop's user.
 */
import { randomUUID } from 'node:crypto'
import { mkdirSync, watch } from 'node:fs'
import { readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'

import { messageOf } from '#platform/http/error-message.ts'

type Reply = { ok: true; data: unknown } | { ok: false; message: string }

const requestsFolder = (data_dir: string) => path.join(data_dir, 'requests')
const REQUEST = /^([\da-f-]{36})\.request$/
const REPLY_SUFFIX = '.reply'
/** How often both sides look, where the file system reports no changes. */
const LOOK_AGAIN_MS = 1_000
/** How often a command makes sure that the shop still runs. */
const LOOK_FOR_SHOP_MS = 5_000
/** A request that waited longer was left by a command that ended. */
const MAX_WAIT_MS = 60_000

/** Calls `look` when something in the folder may have changed. Returns how to stop. */
const watchFolder = (folder: string, look: () => void) => {
  const timer = setInterval(look, LOOK_AGAIN_MS)
  const watcher = watch(folder, look)
  watcher.on('error', () => {})
  return () => {
    clearInterval(timer)
    watcher.close()
  }
}

/** Removes what interrupted commands left: nobody waits for it anymore. */
const removeOldFiles = async (folder: string, before_ms: number) => {
  for (const name of await readdir(folder)) {
    const file = path.join(folder, name)
    if ((await stat(file)).mtimeMs < before_ms) await rm(file, { force: true })
  }
}

const writeAtomically = async (file: string, content: unknown) => {
  await writeFile(`${file}.part`, JSON.stringify(content), { mode: 0o600 })
  await rename(`${file}.part`, file)
}

/** Runs requests, one after the other, until the returned function is called. */
export const serveRequests = (data_dir: string, run: (name: string, input: unknown) => Promise<unknown>) => {
  const folder = requestsFolder(data_dir)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const serve = async (file: string, id: string) => {
    const text = await readFile(file, 'utf8')
    // A request that ends the process must not end the next one too.
    await rm(file)
    const answer = async () => {
      const { name, input } = JSON.parse(text) as { name: string; input: unknown }
      return run(name, input)
    }
    const reply: Reply = await answer().then(
      data => ({ ok: true, data }),
      (error: unknown) => ({ ok: false, message: messageOf(error) }),
    )
    await writeAtomically(path.join(folder, `${id}${REPLY_SUFFIX}`), reply)
  }
  const serveAll = async () => {
    for (const name of await readdir(folder)) {
      const id = REQUEST.exec(name)?.[1]
      if (id) await serve(path.join(folder, name), id)
    }
  }
  let pending = removeOldFiles(folder, Date.now() - MAX_WAIT_MS).catch((error: unknown) =>
    console.error(`Old requests could not be removed: ${messageOf(error)}`),
  )
  const look = () => {
    pending = pending
      .then(serveAll)
      .catch((error: unknown) => console.error(`A command could not be run: ${messageOf(error)}`))
  }
  look()
  const stop = watchFolder(folder, look)
  return async () => {
    stop()
    await pending
  }
}

/** Lets the shop that has this data folder open run a command. Throws when it refuses or ends. */
export const requestFromShop = async (
  data_dir: string,
  { name, input }: { name: string; input: unknown },
  isShopRunning: () => Promise<boolean>,
): Promise<unknown> => {
  const folder = requestsFolder(data_dir)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const id = randomUUID()
  const replyFile = path.join(folder, `${id}${REPLY_SUFFIX}`)
  const requestFile = path.join(folder, `${id}.request`)
  const { promise, resolve, reject } = Promise.withResolvers<Reply>()
  const look = async () => {
    const text = await readFile(replyFile, 'utf8').catch(() => undefined)
    if (text !== undefined) resolve(JSON.parse(text) as Reply)
    return text !== undefined
  }
  const lookForShop = async () => {
    // Before the reply is read: a shop that replied may end right after.
    const isRunning = await isShopRunning()
    if (!(await look()) && !isRunning)
      reject(new Error('The shop ended before it ran the command. Run the command again.'))
  }
  const stop = watchFolder(folder, () => void look().catch(reject))
  const timer = setInterval(() => void lookForShop().catch(reject), LOOK_FOR_SHOP_MS)
  try {
    await writeAtomically(requestFile, { name, input })
    const reply = await promise
    if (!reply.ok) throw new Error(reply.message)
    return reply.data
  } finally {
    clearInterval(timer)
    stop()
    await Promise.all([requestFile, replyFile].map(file => rm(file, { force: true })))
  }
}
