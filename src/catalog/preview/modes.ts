/** What a card of footage shows, decided from where the pointer and the focus are and which keys are held. No document here: plain values. */

/** Held keys that ask for something: Meta or Alt to scrub, Shift for a quick preview. */
export type Held = 'scrub' | 'quick' | undefined

type Keys = Pick<MouseEvent, 'metaKey' | 'altKey' | 'shiftKey'>

/** Alt is there because Meta opens the system's menu on Windows and Linux. */
export const heldIn = ({ metaKey, altKey, shiftKey }: Keys): Held =>
  metaKey || altKey ? 'scrub' : shiftKey ? 'quick' : undefined

export type Modes<C> = {
  /** Under the pointer. */
  pointer?: C | undefined
  /** With the keyboard's focus. */
  focus?: C | undefined
  /** What keys asked for on the card with the focus. */
  keyed?: 'scrub' | 'quick' | undefined
  held?: Held
  /** The held keys were for something else, or what they asked for was ended: they count again once released. */
  spent?: boolean
  /** A finger draws over it from side to side. */
  touch?: C | undefined
  /** Asked for by a long press or a button: it stays until it is closed. */
  sheet?: C | undefined
}

export type News<C> =
  | { type: 'point'; card: C | undefined; held: Held }
  | { type: 'focus'; card: C | undefined }
  | { type: 'held'; held: Held }
  /** Another key while one is held: a shortcut of somebody else's. */
  | { type: 'chord' }
  | { type: 'key'; what: 'scrub' | 'quick' }
  | { type: 'touch'; card: C | undefined }
  | { type: 'sheet'; card: C | undefined }
  /** Escape, or the window went away: everything that was asked for ends. */
  | { type: 'end' }
  /** Another page: no card is what it was. */
  | { type: 'leave' }

const hold = <C>(modes: Modes<C>, held: Held): Modes<C> => ({
  ...modes,
  held,
  spent: held !== undefined && modes.spent === true,
})

const spend = <C>(modes: Modes<C>): Modes<C> => ({ ...modes, spent: modes.held !== undefined })

export const next = <C>(modes: Modes<C>, news: News<C>): Modes<C> => {
  switch (news.type) {
    case 'point':
      return { ...hold(modes, news.held), pointer: news.card }
    case 'focus':
      // A quick preview follows the focus from card to card; scrubbing belongs to the one it began on.
      return { ...modes, focus: news.card, keyed: news.card && modes.keyed === 'quick' ? 'quick' : undefined }
    case 'held':
      return hold(modes, news.held)
    case 'chord':
      return spend(modes)
    case 'key':
      return { ...modes, keyed: modes.keyed === news.what ? undefined : news.what }
    case 'touch':
      return { ...modes, touch: news.card }
    case 'sheet':
      return { ...spend(modes), sheet: news.card, touch: undefined, keyed: undefined }
    case 'end':
      return { ...spend(modes), touch: undefined, keyed: undefined }
    case 'leave':
      return { held: modes.held, spent: modes.held !== undefined }
  }
}

export type Shown<C> =
  | { what: 'nothing'; card?: undefined; by?: undefined }
  | { what: 'loop' | 'scrub' | 'quick' | 'sheet'; card: C; by: 'pointer' | 'focus' | 'touch' }

/** One card shows one thing at a time: what was asked for most plainly. */
export const shownIn = <C>({ pointer, focus, keyed, held, spent, touch, sheet }: Modes<C>): Shown<C> => {
  if (sheet) return { what: 'sheet', card: sheet, by: 'touch' }
  if (touch) return { what: 'scrub', card: touch, by: 'touch' }
  if (pointer && held && !spent) return { what: held, card: pointer, by: 'pointer' }
  if (focus && keyed) return { what: keyed, card: focus, by: 'focus' }
  if (pointer) return { what: 'loop', card: pointer, by: 'pointer' }
  if (focus) return { what: 'loop', card: focus, by: 'focus' }
  return { what: 'nothing' }
}
