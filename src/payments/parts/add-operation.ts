/** The operation that saves a payment method exactly once. */
import type { InputOf } from '#platform/http/endpoint.ts'
import { isOutcomeUnknown, createOperation } from '#platform/http/operation.ts'
import { Refusal } from '#platform/http/refusal.ts'

import type { addMethod } from '../methods-contract.ts'

export type AddBody = InputOf<typeof addMethod>['body']

/** When the bank cannot be reached, nothing is saved and the nonce is consumed. */
const isFinal = (error: unknown) => !isOutcomeUnknown(error) || (error instanceof Refusal && error.status === 503)

/** `null`: there is nothing to send. */
export const createAddOperation = <B extends AddBody | null>() => createOperation<B>(isFinal)
