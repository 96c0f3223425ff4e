/** Whether keys are letters just now: single keys are shortcuts only where nobody writes or chooses. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))
