/** Entry point of the process that `makeRenditionsInSubprocess` starts: creates one set and exits. */
import { messageOf } from '#platform/http/error-message.ts'

import type { RenditionJob, RenditionOutcome, RenditionProgress } from './renditions-subprocess.server.ts'
import { makeRenditions, type RenditionStep } from './renditions.server.ts'
import { UnusableFootage } from './unusable-footage.ts'

const controller = new AbortController()
// The parent stops this process by closing its stdin or by exiting. Ctrl-C in a terminal is the parent's to handle.
process.stdin.resume().on('close', () => controller.abort())
process.on('SIGINT', () => {})

const { programs, ...input } = JSON.parse(process.argv[2] ?? '') as RenditionJob
const send = (message: RenditionProgress) => process.stdout.write(`${JSON.stringify(message)}\n`)
const onProgress = (step: RenditionStep, percent: number | null) => void send({ step, percent })
const outcome = await makeRenditions(programs, input, { signal: controller.signal, onProgress }).then(
  (): RenditionOutcome => ({ outcome: 'made' }),
  (error: unknown): RenditionOutcome => ({
    outcome: error instanceof UnusableFootage ? 'unusable' : 'failed',
    message: messageOf(error),
  }),
)
process.stdout.write(`\n${JSON.stringify(outcome)}\n`, () => process.exit(0))
