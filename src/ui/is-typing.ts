/** Returns whether the target is a form control or editable, where single-key shortcuts must not apply. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))
