/** The player's keyboard shortcuts. */

export type PlayerCommand =
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
  | 'copy_link'
  | 'copy_still'
  | 'save_still'
  | 'loop'
  | 'speed'
  | 'full_screen'
  | 'mute'
  | 'help'

type PlayerKeyEvent = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'altKey' | 'ctrlKey' | 'metaKey'>

const COMMANDS: Record<string, PlayerCommand> = {
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
  g: 'copy_still',
  '?': 'help',
}

const SHIFT_COMMANDS: Record<string, PlayerCommand> = {
  ArrowLeft: 'ten_back',
  ArrowRight: 'ten_on',
  i: 'to_in',
  o: 'to_out',
  c: 'copy_link',
  g: 'save_still',
}

/** Returns the command of a key event. Combinations with Alt, Control or Meta belong to the browser. */
export const getCommand = ({ key, shiftKey, altKey, ctrlKey, metaKey }: PlayerKeyEvent): PlayerCommand | undefined => {
  if (altKey || ctrlKey || metaKey) return undefined
  const name = key.length === 1 ? key.toLowerCase() : key
  return (shiftKey ? SHIFT_COMMANDS[name] : undefined) ?? COMMANDS[name]
}

type Shortcut = readonly [keys: string, what: string]

/** The list of shortcuts that the player shows. */
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

/** The additional shortcuts where a frame can be shared. */
export const shareShortcuts: readonly Shortcut[] = [
  ['⇧ C', 'Copy a link to this frame'],
  ['G', 'Copy a still; with Shift save it'],
]

/** The additional shortcut for clips with sound. */
export const soundShortcut: Shortcut = ['M', 'Sound on or off']
