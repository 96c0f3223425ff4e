import type { Client } from 'braintree-web/client'
import type { HostedFields, HostedFieldsState } from 'braintree-web/hosted-fields'
import { useEffect, useEffectEvent, useRef, useState } from 'react'

import { messageOf } from '#platform/http/error-message.ts'
import { reportError } from '#platform/monitoring/report-error.ts'
import { getCurrentTheme, type Theme } from '#ui/theme.ts'

import {
  cardFailureText,
  type CardField,
  cardFields,
  fieldTexts,
  type FieldTexts,
  InvalidCardError,
  OPEN_TEXT,
} from './card-texts.ts'
import { openClient } from './parts/client.ts'
import { openHostedFields } from './parts/hosted-fields.ts'
import { openThreeDSecure, type ThreeDSecureClient } from './parts/three-d-secure.ts'

/** Returns the device data for the gateway’s fraud check; undefined where the browser blocks it. */
const collectDeviceData = async (client: Client): Promise<string | undefined> => {
  try {
    const { default: dataCollector } = await import('braintree-web/data-collector')
    return (await dataCollector.create({ client })).deviceData
  } catch {
    return undefined
  }
}

/** Toggling back and forth settles before anything expensive runs. */
const DEBOUNCE_MS = 100

/** Returns the current theme once it has been stable for 100 ms; undefined before that. In the browser only. */
const useSettledTheme = (): Theme | undefined => {
  const [theme, setTheme] = useState<Theme>()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const update = () => {
      clearTimeout(timer)
      timer = setTimeout(() => setTheme(getCurrentTheme()), DEBOUNCE_MS)
    }
    update()
    const system = matchMedia('(prefers-color-scheme: dark)')
    const observer = new MutationObserver(update)
    observer.observe(document.documentElement, { attributeFilter: ['data-theme'] })
    system.addEventListener('change', update)
    return () => {
      clearTimeout(timer)
      observer.disconnect()
      system.removeEventListener('change', update)
    }
  }, [])
  return theme
}

export type CardFormHandle = {
  status: 'loading' | 'ready' | 'failed'
  texts: FieldTexts
  focused: CardField | undefined
  /** The card’s brand, once its number tells: "visa". */
  brand: string | undefined
  /** Returns the ref of a field’s box, which its frame is rendered into. */
  boxOf: (field: CardField) => (element: HTMLElement | null) => void
  /** Opens the form again after a failure. */
  retry: () => void
  /**
   * Tokenizes the card into a single-use nonce, with 3D Secure. Throws an InvalidCardError with a message for the
   * buyer.
   */
  tokenize: (amount_cents: number) => Promise<CardNonce>
}

export type CardNonce = { nonce: string; device_data: string | undefined }

type CardFormCallbacks = {
  /** Enter in a field. */
  onSubmit: () => void
  /** A field’s value has changed. */
  onEdit: () => void
  /** Gets the gateway's token in another way than signed-in buyers do. */
  loadToken?: () => Promise<string>
}
type CardFormView = Pick<CardFormHandle, 'status' | 'texts' | 'focused' | 'brand'>
const INITIAL_VIEW: CardFormView = { status: 'loading', texts: {}, focused: undefined, brand: undefined }

/**
 * The state of a card form. Its frames are created on mount, and again when the theme changes, because they carry its
 * colors.
 */
export const useCardForm = ({ onSubmit, onEdit, loadToken }: CardFormCallbacks): CardFormHandle => {
  const [view, setView] = useState(INITIAL_VIEW)
  const [attempt, setAttempt] = useState(0)
  const theme = useSettledTheme()
  const boxes = useRef<Partial<Record<CardField, HTMLElement>>>({})
  const openForm = useRef<OpenCardForm>(undefined)
  const submit = useEffectEvent(onSubmit)
  const edit = useEffectEvent(onEdit)
  const open = useEffectEvent(() => openClient(loadToken))
  // A box holds one frame at a time, so each opening waits until the previous frames are removed.
  const queue = useRef<Promise<unknown>>(Promise.resolve())

  useEffect(() => {
    if (!theme) return
    let isActive = true
    const opening = queue.current.then(async () => {
      if (!isActive) return undefined
      setView(INITIAL_VIEW)
      const client = await open()
      const [fields, threeDSecure] = await Promise.all([
        openHostedFields(client, boxes.current as Record<CardField, HTMLElement>),
        openThreeDSecure(client),
      ])
      if (isActive) {
        const watcher = watchFields(fields, change => setView(previous => ({ ...previous, ...change })))
        openForm.current = { ...watcher, threeDSecure, device_data: collectDeviceData(client) }
        fields.on('inputSubmitRequest', () => submit())
        for (const event of ['empty', 'notEmpty', 'validityChange'] as const) fields.on(event, () => edit())
        setView({ ...INITIAL_VIEW, status: 'ready' })
      }
      return { fields, threeDSecure }
    })
    opening.catch((error: unknown) => {
      // The boxes were removed while opening: the buyer has switched to another method.
      if (!isActive) return
      reportError(new Error(`Braintree initialize Client Error: ${messageOf(error)}`, { cause: error }))
      setView({ ...INITIAL_VIEW, status: 'failed' })
    })
    queue.current = opening.catch(() => undefined)
    return () => {
      isActive = false
      openForm.current = undefined
      queue.current = queue.current.then(openedForm => {
        const { fields, threeDSecure } = (openedForm ?? {}) as Partial<OpenCardForm>
        return Promise.allSettled([fields?.teardown(), threeDSecure?.close()])
      })
    }
  }, [theme, attempt])

  return {
    ...view,
    boxOf: field => element => {
      if (element) boxes.current[field] = element
      else delete boxes.current[field]
    },
    retry: () => setAttempt(attempt + 1),
    tokenize: async amount_cents => {
      if (!openForm.current) throw new Error(OPEN_TEXT)
      const { fields, mark, threeDSecure, device_data } = openForm.current
      try {
        const { nonce, details } = await fields.tokenize()
        return {
          nonce: await threeDSecure.verify({ nonce, bin: details.bin }, amount_cents),
          device_data: await device_data,
        }
      } catch (error) {
        const invalidFields = mark()
        if (invalidFields[0]) void fields.focus(invalidFields[0])
        throw new InvalidCardError(cardFailureText(error), invalidFields, { cause: error })
      }
    },
  }
}

type OpenCardForm = CardFormWatcher & { threeDSecure: ThreeDSecureClient; device_data: Promise<string | undefined> }

type CardFormWatcher = {
  fields: HostedFields
  /** Marks everything missing or invalid from now on, and returns those fields. */
  mark: () => CardField[]
}

/**
 * Follows the frames’ states: shows the messages next to the fields, and sets them inside the frames for screen
 * readers.
 */
const watchFields = (fields: HostedFields, show: (change: Partial<CardFormView>) => void): CardFormWatcher => {
  let has_tried = false
  let messages: FieldTexts = {}
  const setMessages = (texts: FieldTexts) => {
    for (const field of cardFields)
      if (texts[field] !== messages[field]) fields.setMessage({ field, message: texts[field] ?? '' })
    messages = texts
    show({ texts })
  }
  const update = (state: HostedFieldsState) => {
    setMessages(fieldTexts(state.fields, has_tried))
    show({
      focused: cardFields.find(name => state.fields[name].isFocused),
      brand: state.cards.length === 1 ? state.cards[0]?.type : undefined,
    })
  }
  for (const event of ['focus', 'blur', 'empty', 'notEmpty', 'validityChange', 'cardTypeChange'] as const)
    fields.on(event, update)
  return {
    fields,
    mark: () => {
      has_tried = true
      setMessages(fieldTexts(fields.getState().fields, true))
      return cardFields.filter(field => field in messages)
    },
  }
}
