/** Draws documents in a worker thread, which starts with the first one and stops after an idle minute. */
import path from 'node:path'
import { Worker } from 'node:worker_threads'

import type { Db } from '#platform/db/database.server.ts'
import { refuse } from '#platform/http/refusal.ts'

import type { DocumentContent } from './content.ts'
import type { PrintResult, PrintJob } from './print-thread.ts'

const MAX_PENDING = 100
const PRINT_TIMEOUT_MS = 20_000
const IDLE_MS = 60_000

/** `program` is the thread's entry file. `print` throws 503 when too many documents are pending or the thread takes too long. */
export const openPrinter = <Content = DocumentContent>(program = 'src/orders/documents/pdf-worker.ts') => {
  const pending = new Map<number, PromiseWithResolvers<Buffer>>()
  let worker: Worker | undefined
  let last_id = 0
  let idleTimer: ReturnType<typeof setTimeout> | undefined

  const stop = async (error = new Error('The printer stopped.')) => {
    clearTimeout(idleTimer)
    const stopped = worker
    worker = undefined
    for (const { reject } of pending.values()) reject(error)
    pending.clear()
    await stopped?.terminate()
  }

  const start = () => {
    // Like the migrations, the file is found from the working directory, because the server build does not contain it.
    const thread = new Worker(path.resolve(program), {
      resourceLimits: { maxOldGenerationSizeMb: 256 },
    })
    thread.on('message', (result: PrintResult) => {
      const job = pending.get(result.id)
      pending.delete(result.id)
      if ('pdf' in result) job?.resolve(Buffer.from(result.pdf))
      else job?.reject(new Error(`A document could not be drawn: ${result.error}`))
      if (pending.size === 0) idleTimer = setTimeout(() => void stop(), IDLE_MS).unref()
    })
    thread.on('error', (error: Error) => void (thread === worker && stop(error)))
    thread.unref()
    return thread
  }

  const print = async (content: Content): Promise<Buffer> => {
    if (pending.size >= MAX_PENDING)
      throw refuse(503, 'Many documents are being made right now. Please try again in a moment.')
    clearTimeout(idleTimer)
    worker ??= start()
    const job = Promise.withResolvers<Buffer>()
    const id = (last_id += 1)
    pending.set(id, job)
    worker.postMessage({ id, content } satisfies PrintJob<Content>)
    const timeout = setTimeout(
      () => void stop(refuse(503, 'This document takes too long right now. Please try again in a moment.')),
      PRINT_TIMEOUT_MS,
    )
    return job.promise.finally(() => clearTimeout(timeout))
  }

  return { print, close: () => stop() }
}

type Printer = ReturnType<typeof openPrinter>

const printers = new WeakMap<Db, Printer>()

/** Returns the printer that all documents of a shop share. */
export const getPrinter = ({ db }: { db: Db }): Printer => {
  const printer = printers.get(db) ?? openPrinter()
  printers.set(db, printer)
  return printer
}
