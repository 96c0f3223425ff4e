/** The messages between the frame and the page around it, over framebus. */
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

/** The page's options for hostedFields.create, as the SDK forwards them. */
export type Configuration = {
  fields: Partial<Record<FieldName, FieldConfiguration>>
  styles?: Styles
  preventAutofill?: boolean
  binVerificationLength?: number
}

/** The SDK's client as serialized in messages. */
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

/** The message bus of one set of card fields. The page opens the channel and passes its name after the #. */
export function openBus(channel: string) {
  const bus = new Framebus({ channel, targetFrames: [window.parent] })
  const eventName = (event: string) => `hosted-fields:${event}`
  return {
    /** Sends a message that needs no reply. */
    send(event: string, data?: unknown) {
      // Framebus takes a message without data for its own reply.
      bus.emit(eventName(event), (data ?? {}) as Record<string, unknown>)
    },
    /** Sends a message and resolves with the page's reply, which may come much later. */
    request<T>(event: string, data?: Record<string, unknown>) {
      return new Promise<T>(resolve => {
        const onReply = (response: unknown) => resolve(response as T)
        if (data) bus.emit(eventName(event), data, onReply)
        else bus.emit(eventName(event), onReply)
      })
    },
    on<T>(event: string, listener: (data: T, reply: (response: unknown) => void) => void) {
      bus.on(eventName(event), listener as never)
    },
  }
}

export type Bus = ReturnType<typeof openBus>
