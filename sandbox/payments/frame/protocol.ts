/** What the frame and the page around it say to each other, over framebus. */
import Framebus from 'framebus'

import type { FieldName, FieldState } from './rules.ts'
import type { Styles } from './styles.ts'

export type FieldConfiguration = {
  placeholder?: string
  type?: string
  internalLabel?: string
  prefill?: string
  maxlength?: number
  minlength?: number
  formatInput?: boolean
  supportedCardBrands?: Record<string, boolean>
}

/** What the page passed to hostedFields.create, as the SDK forwards it. */
export type Configuration = {
  fields: Partial<Record<FieldName, FieldConfiguration>>
  styles?: Styles
  preventAutofill?: boolean
  binVerificationLength?: number
}

/** The SDK's client, as its JSON crosses the border. */
export type ClientConfiguration = {
  authorizationFingerprint: string
  gatewayConfiguration: { clientApiUrl: string; creditCards: { supportedCardTypes: string[] } }
}

export type TokenizeOptions = {
  fieldsToTokenize?: FieldName[]
  cardholderName?: string
  billingAddress?: Record<string, string>
  vault?: boolean
}

export type TokenizeError = { type: string; code: string; message: string; details?: Record<string, unknown> }
export type TokenizeReply = [error: TokenizeError | null, payload: unknown]

export type EventType =
  | 'focus'
  | 'blur'
  | 'empty'
  | 'notEmpty'
  | 'validityChange'
  | 'cardTypeChange'
  | 'inputSubmitRequest'
export type FieldReport = FieldState & { isFocused: boolean }

/** The bus of one set of card fields: the page opens the channel, each frame finds its name after the #. */
export function openBus(channel: string) {
  const bus = new Framebus({ channel, targetFrames: [window.parent] })
  const named = (event: string) => `hosted-fields:${event}`
  return {
    /** Says something that needs no answer. */
    tell(event: string, data?: unknown) {
      // An empty message would be taken for its own reply, so there is always one.
      bus.emit(named(event), (data ?? {}) as Record<string, unknown>)
    },
    /** Asks for something; the page answers once, and perhaps much later. */
    ask<T>(event: string, data?: Record<string, unknown>) {
      return new Promise<T>(resolve => {
        const reply = (answer: unknown) => resolve(answer as T)
        if (data) bus.emit(named(event), data, reply)
        else bus.emit(named(event), reply)
      })
    },
    hear<T>(event: string, listener: (data: T, reply: (answer: unknown) => void) => void) {
      bus.on(named(event), listener as never)
    },
  }
}

export type Bus = ReturnType<typeof openBus>
