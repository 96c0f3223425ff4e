/** Keeping something to pay with: how it is sent, once. */
import type { InputOf } from '#platform/endpoint.ts'
import { isUndecided, oneOperation } from '#platform/operation.ts'
import { Refusal } from '#platform/refusal.ts'

import type { addMethod } from '../methods-contract.ts'

export type AddBody = InputOf<typeof addMethod>['body']

/** When the bank cannot be asked nothing is kept, and what was sent is used up. */
const isOver = (error: unknown) => !isUndecided(error) || (error instanceof Refusal && error.status === 503)

/** `null`: there is nothing to send. */
export const addingOnce = <B extends AddBody | null>() => oneOperation<B>(isOver)
