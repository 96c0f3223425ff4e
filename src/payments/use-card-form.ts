import type { HostedFields, HostedFieldsState } from 'braintree-web/hosted-fields'
import { useEffect, useEffectEvent, useRef, useState } from 'react'

import { messageOf } from '#platform/message.ts'
import { reportError } from '#platform/report-error.ts'

import {
  cardFields,
  openText,
  textOfFailure,
  textsOf,
  WrongCard,
  type CardField,
  type FieldTexts,
} from './card-texts.ts'
import { openClient } from './parts/client.ts'
import { deviceDataOf } from './parts/device-data.ts'
import { openHostedFields } from './parts/hosted-fields.ts'
import { useThemeOnScreen } from './parts/theme-on-screen.ts'
import { openSecure, type Secure } from './parts/three-d-secure.ts'

export type CardForm = {
  status: 'loading' | 'ready' | 'failed'
  texts: FieldTexts
  focused: CardField | undefined
  /** The card's brand, once its number says so: "visa". */
  brand: string | undefined
  /** The boxes that the frames are put into. */
  boxOf: (field: CardField) => (element: HTMLElement | null) => void
  /** Opens the form again after it failed. */
  retry: () => void
  /**
   * Turns the card into a nonce that may be charged once, after its bank was asked. Throws a WrongCard with a text for the
   * person.
   */
  tokenize: (amount_cents: number) => Promise<NewCard>
}

export type NewCard = { nonce: string; device_data: string | undefined }

type Reactions = {
  /** Enter in a field. */
  onSubmit: () => void
  /** Something else stands in a field now. */
  onEdit: () => void
}
type Shown = Pick<CardForm, 'status' | 'texts' | 'focused' | 'brand'>
const begin: Shown = { status: 'loading', texts: {}, focused: undefined, brand: undefined }

/** The state of a card form: its frames open when it appears, and again when the theme changes, for they carry its colors. */
export const useCardForm = ({ onSubmit, onEdit }: Reactions): CardForm => {
  const [shown, setShown] = useState(begin)
  const [tries, setTries] = useState(0)
  const theme = useThemeOnScreen()
  const boxes = useRef<Partial<Record<CardField, HTMLElement>>>({})
  const open = useRef<Opened>(undefined)
  const submit = useEffectEvent(onSubmit)
  const edit = useEffectEvent(onEdit)
  // A box holds one frame at a time: each opening waits until the last one is gone.
  const turn = useRef<Promise<unknown>>(Promise.resolve())

  useEffect(() => {
    if (!theme) return
    let wanted = true
    const opening = turn.current.then(async () => {
      if (!wanted) return undefined
      setShown(begin)
      const client = await openClient()
      const [fields, secure] = await Promise.all([
        openHostedFields(client, boxes.current as Record<CardField, HTMLElement>),
        openSecure(client),
      ])
      if (wanted) {
        const watched = watch(fields, change => setShown(before => ({ ...before, ...change })))
        open.current = { ...watched, secure, device_data: deviceDataOf(client) }
        fields.on('inputSubmitRequest', () => submit())
        for (const event of ['empty', 'notEmpty', 'validityChange'] as const) fields.on(event, () => edit())
        setShown({ ...begin, status: 'ready' })
      }
      return { fields, secure }
    })
    opening.catch((error: unknown) => {
      // Its boxes went while it was opening: the buyer has chosen another way.
      if (!wanted) return
      reportError(new Error(`Braintree initialize Client Error: ${messageOf(error)}`, { cause: error }))
      setShown({ ...begin, status: 'failed' })
    })
    turn.current = opening.catch(() => undefined)
    return () => {
      wanted = false
      open.current = undefined
      turn.current = turn.current.then(opened => {
        const { fields, secure } = (opened ?? {}) as Partial<Opened>
        return Promise.allSettled([fields?.teardown(), secure?.close()])
      })
    }
  }, [theme, tries])

  return {
    ...shown,
    boxOf: field => element => {
      if (element) boxes.current[field] = element
      else delete boxes.current[field]
    },
    retry: () => setTries(tries + 1),
    tokenize: async amount_cents => {
      if (!open.current) throw new Error(openText)
      const { fields, mark, secure, device_data } = open.current
      try {
        const { nonce, details } = await fields.tokenize()
        return { nonce: await secure.verify({ nonce, bin: details.bin }, amount_cents), device_data: await device_data }
      } catch (error) {
        const wrong = mark()
        if (wrong[0]) void fields.focus(wrong[0])
        throw new WrongCard(textOfFailure(error), wrong, { cause: error })
      }
    },
  }
}

type Opened = Watched & { secure: Secure; device_data: Promise<string | undefined> }

type Watched = {
  fields: HostedFields
  /** Marks everything that is missing or wrong from now on; answers these fields. */
  mark: () => CardField[]
}

/** Follows the frames: shows the texts beside the fields, and says them inside the frames, where screen readers are. */
const watch = (fields: HostedFields, show: (change: Partial<Shown>) => void): Watched => {
  let has_tried = false
  let said: FieldTexts = {}
  const say = (texts: FieldTexts) => {
    for (const field of cardFields)
      if (texts[field] !== said[field]) fields.setMessage({ field, message: texts[field] ?? '' })
    said = texts
    show({ texts })
  }
  const follow = (state: HostedFieldsState) => {
    say(textsOf(state.fields, has_tried))
    show({
      focused: cardFields.find(name => state.fields[name].isFocused),
      brand: state.cards.length === 1 ? state.cards[0]?.type : undefined,
    })
  }
  for (const event of ['focus', 'blur', 'empty', 'notEmpty', 'validityChange', 'cardTypeChange'] as const)
    fields.on(event, follow)
  return {
    fields,
    mark: () => {
      has_tried = true
      say(textsOf(fields.getState().fields, true))
      return cardFields.filter(field => field in said)
    },
  }
}
