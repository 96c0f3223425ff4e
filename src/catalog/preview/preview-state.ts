/**
 * A state machine that decides what a clip card shows from pointer, focus, held keys and touch. Pure functions without DOM
 * access.
 */

/** The preview that the held keys ask for: Meta or Alt to scrub, Shift for a quick preview. */
export type HeldPreview = 'scrub' | 'quick' | undefined

type ModifierKeys = Pick<MouseEvent, 'metaKey' | 'altKey' | 'shiftKey'>

/** Alt works too, because Meta opens the system menu on Windows and Linux. */
export const getHeldPreview = ({ metaKey, altKey, shiftKey }: ModifierKeys): HeldPreview =>
  metaKey || altKey ? 'scrub' : shiftKey ? 'quick' : undefined

export type PreviewState<C> = {
  /** The card under the pointer. */
  pointer?: C | undefined
  /** The card with the keyboard focus. */
  focus?: C | undefined
  /** The preview chosen by key for the card with the focus. */
  keyed?: 'scrub' | 'quick' | undefined
  held?: HeldPreview
  /** Whether held keys are ignored until released, because they belonged to a shortcut or their preview was ended. */
  ignored?: boolean
  /** The card that a finger drags across. */
  touch?: C | undefined
}

export type PreviewEvent<C> =
  | { type: 'point'; card: C | undefined; held: HeldPreview }
  | { type: 'focus'; card: C | undefined }
  | { type: 'held'; held: HeldPreview }
  /** Another key while one is held: a keyboard shortcut. */
  | { type: 'chord' }
  | { type: 'key'; what: 'scrub' | 'quick' }
  | { type: 'touch'; card: C | undefined }
  /** Escape, or the window lost focus: ends every preview by key or touch. */
  | { type: 'end' }
  /** Navigation to another page: all cards are gone. */
  | { type: 'leave' }

const holdKeys = <C>(state: PreviewState<C>, held: HeldPreview): PreviewState<C> => ({
  ...state,
  held,
  ignored: held !== undefined && state.ignored === true,
})

const ignoreKeys = <C>(state: PreviewState<C>): PreviewState<C> => ({ ...state, ignored: state.held !== undefined })

export const reducePreview = <C>(state: PreviewState<C>, event: PreviewEvent<C>): PreviewState<C> => {
  switch (event.type) {
    case 'point':
      return { ...holdKeys(state, event.held), pointer: event.card }
    case 'focus':
      // A quick preview follows the focus from card to card. Scrubbing ends when the focus moves.
      return { ...state, focus: event.card, keyed: event.card && state.keyed === 'quick' ? 'quick' : undefined }
    case 'held':
      return holdKeys(state, event.held)
    case 'chord':
      return ignoreKeys(state)
    case 'key':
      return { ...state, keyed: state.keyed === event.what ? undefined : event.what }
    case 'touch':
      return { ...state, touch: event.card }
    case 'end':
      return { ...ignoreKeys(state), touch: undefined, keyed: undefined }
    case 'leave':
      return { held: state.held, ignored: state.held !== undefined }
  }
}

export type PreviewSelection<C> =
  | { what: 'nothing'; card?: undefined; by?: undefined }
  | { what: 'loop' | 'scrub' | 'quick'; card: C; by: 'pointer' | 'focus' | 'touch' }

/** Returns what is shown and on which card. Only one card shows a preview: the most explicit request wins. */
export const selectPreview = <C>({
  pointer,
  focus,
  keyed,
  held,
  ignored,
  touch,
}: PreviewState<C>): PreviewSelection<C> => {
  if (touch) return { what: 'scrub', card: touch, by: 'touch' }
  if (pointer && held && !ignored) return { what: held, card: pointer, by: 'pointer' }
  if (focus && keyed) return { what: keyed, card: focus, by: 'focus' }
  if (pointer) return { what: 'loop', card: pointer, by: 'pointer' }
  if (focus) return { what: 'loop', card: focus, by: 'focus' }
  return { what: 'nothing' }
}
