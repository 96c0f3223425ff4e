/** What each key does while the player has the focus. */

export type Command =
  | 'toggle'
  | 'backward'
  | 'still'
  | 'forward'
  | 'frame_back'
  | 'frame_on'
  | 'ten_back'
  | 'ten_on'
  | 'to_start'
  | 'to_end'
  | 'mark_in'
  | 'mark_out'
  | 'clear_marks'
  | 'to_in'
  | 'to_out'
  | 'copy'
  | 'loop'
  | 'speed'
  | 'full_screen'
  | 'mute'
  | 'help'

type Key = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'altKey' | 'ctrlKey' | 'metaKey'>

const plain: Record<string, Command> = {
  ' ': 'toggle',
  j: 'backward',
  k: 'still',
  l: 'forward',
  ArrowLeft: 'frame_back',
  ArrowRight: 'frame_on',
  Home: 'to_start',
  End: 'to_end',
  i: 'mark_in',
  o: 'mark_out',
  x: 'clear_marks',
  r: 'loop',
  s: 'speed',
  f: 'full_screen',
  m: 'mute',
  c: 'copy',
  '?': 'help',
}

const shifted: Record<string, Command> = { ArrowLeft: 'ten_back', ArrowRight: 'ten_on', i: 'to_in', o: 'to_out' }

/** Nothing with Alt, Control or Meta, which belong to the browser. */
export const commandOf = ({ key, shiftKey, altKey, ctrlKey, metaKey }: Key): Command | undefined => {
  if (altKey || ctrlKey || metaKey) return undefined
  const name = key.length === 1 ? key.toLowerCase() : key
  return (shiftKey ? shifted[name] : undefined) ?? plain[name]
}

type Shortcut = readonly [keys: string, what: string]

/** For the list of shortcuts that the player shows. */
export const shortcuts: readonly Shortcut[] = [
  ['Space', 'Play or pause'],
  ['J K L', 'Backward, stop, forward; again for faster'],
  ['← →', 'One frame; with Shift ten'],
  ['Home End', 'First frame, last frame'],
  ['I O', 'Mark in, mark out; with Shift go there'],
  ['X', 'Clear marks'],
  ['R', 'Repeat, between the marks when there are any'],
  ['S', 'Speed'],
  ['C', 'Copy the timecode'],
  ['F', 'Full screen; Esc leaves it'],
  ['?', 'These keys'],
]

/** Where there is sound. */
export const soundShortcut: Shortcut = ['M', 'Sound on or off']
