/** What a thread that draws PDFs does, whatever it draws: one document for each message. */
import { parentPort } from 'node:worker_threads'

export type PrintJob<Facts> = { id: number; facts: Facts }
export type Printed = { id: number; pdf: Uint8Array } | { id: number; error: string }

export const printWith = <Facts>(draw: (facts: Facts) => Promise<Buffer>): void => {
  parentPort?.on('message', async ({ id, facts }: PrintJob<Facts>) => {
    const answer: Printed = await draw(facts).then(
      pdf => ({ id, pdf }),
      (error: unknown) => ({ id, error: error instanceof Error ? error.message : String(error) }),
    )
    parentPort?.postMessage(answer)
  })
}
