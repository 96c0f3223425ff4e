/** Hands documents to a thread of their own: started with the first one, gone after a quiet minute. */
import path from 'node:path'
import { Worker } from 'node:worker_threads'

import { refuse } from '#platform/refusal.ts'

import type { DocumentFacts } from './facts.ts'
import type { Printed, PrintJob } from './print-thread.ts'

const most_waiting = 100
const patience_ms = 20_000
const quiet_ms = 60_000

/** `program`: what the thread runs. `print` throws 503 when too many wait or the thread takes too long. */
export const openPrinter = <Facts = DocumentFacts>(program = 'src/orders/documents/pdf-worker.ts') => {
  const waiting = new Map<number, PromiseWithResolvers<Buffer>>()
  let worker: Worker | undefined
  let last_id = 0
  let quiet: ReturnType<typeof setTimeout> | undefined

  const stop = async (error = new Error('The printer stopped.')) => {
    clearTimeout(quiet)
    const stopped = worker
    worker = undefined
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
    await stopped?.terminate()
  }

  const start = () => {
    // Like the migrations, it is found from the folder that the shop is started in: the server build does not carry it.
    const made = new Worker(path.resolve(program), {
      resourceLimits: { maxOldGenerationSizeMb: 256 },
    })
    made.on('message', (printed: Printed) => {
      const job = waiting.get(printed.id)
      waiting.delete(printed.id)
      if ('pdf' in printed) job?.resolve(Buffer.from(printed.pdf))
      else job?.reject(new Error(`A document could not be drawn: ${printed.error}`))
      if (waiting.size === 0) quiet = setTimeout(() => void stop(), quiet_ms).unref()
    })
    made.on('error', (error: Error) => void (made === worker && stop(error)))
    made.unref()
    return made
  }

  const print = async (facts: Facts): Promise<Buffer> => {
    if (waiting.size >= most_waiting)
      throw refuse(503, 'Many documents are being made right now. Please try again in a moment.')
    clearTimeout(quiet)
    worker ??= start()
    const job = Promise.withResolvers<Buffer>()
    const id = (last_id += 1)
    waiting.set(id, job)
    worker.postMessage({ id, facts } satisfies PrintJob<Facts>)
    const tooLong = setTimeout(
      () => void stop(refuse(503, 'This document takes too long right now. Please try again in a moment.')),
      patience_ms,
    )
    return job.promise.finally(() => clearTimeout(tooLong))
  }

  return { print, close: () => stop() }
}
