/**
 * One tab stop for each group of checkboxes: arrow keys move to the nearest one in that direction, also in other groups, Home and
 * End to the first and the last of the group. Without JavaScript each checkbox is a tab stop.
 */

/** Marks a group in the container. Its summaries and checkboxes take part. */
const GROUP = '[data-roving]'
const STOP = 'summary, input[type="checkbox"]:enabled'
/** Stops on one line may differ in height. */
const LINE_TOLERANCE_PX = 8

const isCheckbox = (stop: Element) => stop.tagName === 'INPUT'

const listStops = (parent: Element): HTMLElement[] =>
  [...parent.querySelectorAll<HTMLElement>(STOP)].filter(stop => stop.checkVisibility())

/** The stop of each group that had the focus last. */
const lastFocused = new WeakMap<Element, HTMLElement>()

/** The tab stop of an open group is a checkbox: the last focused, else the first checked. Its heading is one arrow key away. */
const findTabStop = (group: Element, stops: readonly HTMLElement[]): HTMLElement | undefined => {
  const boxes = stops.filter(isCheckbox)
  const last = lastFocused.get(group)
  return boxes.find(box => box === last) ?? boxes.find(box => (box as HTMLInputElement).checked) ?? boxes[0] ?? stops[0]
}

const updateTabStops = (container: Element) => {
  for (const group of container.querySelectorAll(GROUP)) {
    const stops = listStops(group)
    const tabStop = findTabStop(group, stops)
    for (const stop of stops) stop.tabIndex = stop === tabStop ? 0 : -1
  }
}

const measure = (stop: Element) => {
  const { left, top, height } = stop.getBoundingClientRect()
  return { x: left, y: top + height / 2 }
}

const findNearest = (from: HTMLElement, stops: readonly HTMLElement[], key: string): HTMLElement | undefined => {
  const start = measure(from)
  const others = stops.filter(stop => stop !== from).map(stop => ({ stop, ...measure(stop) }))
  const sign = key === 'ArrowDown' || key === 'ArrowRight' ? 1 : -1
  const isAcross = key === 'ArrowLeft' || key === 'ArrowRight'
  const ahead = others.filter(({ x, y }) =>
    isAcross
      ? Math.abs(y - start.y) <= LINE_TOLERANCE_PX && (x - start.x) * sign > 0
      : (y - start.y) * sign > LINE_TOLERANCE_PX,
  )
  const nextLine = Math.min(...ahead.map(({ y }) => Math.abs(y - start.y)))
  return ahead
    .filter(({ y }) => isAcross || Math.abs(y - start.y) <= nextLine + LINE_TOLERANCE_PX)
    .toSorted((a, b) => Math.abs(a.x - start.x) - Math.abs(b.x - start.x))[0]?.stop
}

const onKeyDown = (event: KeyboardEvent) => {
  const container = event.currentTarget as Element
  const target = event.target as HTMLElement
  const group = target.closest(GROUP)
  if (!group || !target.matches(STOP) || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
  if (event.key === 'Enter' && isCheckbox(target)) {
    event.preventDefault()
    target.click()
    return
  }
  const next = event.key.startsWith('Arrow')
    ? findNearest(target, listStops(container), event.key)
    : event.key === 'Home' || event.key === 'End'
      ? listStops(group).at(event.key === 'Home' ? 0 : -1)
      : undefined
  if (!next) return
  event.preventDefault()
  next.focus()
}

/** For a container of groups that are marked with `data-roving`. Returns a function that ends it. */
export const startRovingFocus = (container: HTMLElement): (() => void) => {
  const update = () => updateTabStops(container)
  const onFocusIn = ({ target }: FocusEvent) => {
    const group = target instanceof HTMLElement && target.closest(GROUP)
    if (!group) return
    lastFocused.set(group, target)
    update()
  }
  const observer = new MutationObserver(update)
  observer.observe(container, { subtree: true, childList: true, attributeFilter: ['open', 'disabled'] })
  container.addEventListener('focusin', onFocusIn)
  container.addEventListener('keydown', onKeyDown)
  update()
  return () => {
    observer.disconnect()
    container.removeEventListener('focusin', onFocusIn)
    container.removeEventListener('keydown', onKeyDown)
  }
}
