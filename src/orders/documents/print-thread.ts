/** The message loop of a thread that draws PDFs: one document for each message. */
import { parentPort } from 'node:worker_threads'

export type PrintJob<Content> = { id: number; content: Content }
export type PrintResult = { id: number; pdf: Uint8Array } | { id: number; error: string }

export const servePrintJobs = <Content>(draw: (content: Content) => Promise<Buffer>): void => {
  parentPort?.on('message', async ({ id, content }: PrintJob<Content>) => {
    const result: PrintResult = await draw(content).then(
      pdf => ({ id, pdf }),
      (error: unknown) => ({ id, error: error instanceof Error ? error.message : String(error) }),
    )
    parentPort?.postMessage(result)
  })
}
