/** The process behind `makeRenditionsApart`: makes one set and ends. */
import { messageOf } from '#platform/message.ts'

import type { Order, Outcome, Said } from './renditions-apart.server.ts'
import { makeRenditions, type RenditionStep } from './renditions.server.ts'
import { UnusableFootage } from './unusable-footage.ts'

const stop = new AbortController()
// Whoever ordered this ends it by closing our input, or by being gone. A terminal's Ctrl-C is for them.
process.stdin.resume().on('close', () => stop.abort())
process.on('SIGINT', () => {})

const { programs, clip, master, folder } = JSON.parse(process.argv[2] ?? '') as Order
const say = (said: Said) => process.stdout.write(`${JSON.stringify(said)}\n`)
const heard = (step: RenditionStep, percent: number | null) => void say({ step, percent })
const outcome = await makeRenditions(programs, clip, master, folder, { signal: stop.signal, heard }).then(
  (): Outcome => ({ outcome: 'made' }),
  (error: unknown): Outcome => ({
    outcome: error instanceof UnusableFootage ? 'unusable' : 'failed',
    message: messageOf(error),
  }),
)
process.stdout.write(`\n${JSON.stringify(outcome)}\n`, () => process.exit(0))
