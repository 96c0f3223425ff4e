/** Manual ordering by dragging, by keys on a handle, or by a menu, with announcements for screen readers. */
import {
  lazy,
  Suspense,
  useEffect,
  useRef,
  useState,
  type DragEvent,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
} from 'react'

import { startDrag, getItemId, getLastItemId } from './drag.ts'
import { findDestination, STEP_KEYS, type ArrangeStep } from './steps.ts'

/** Content for screen readers only. */
const VisuallyHidden = ({ children }: { children: ReactNode }) => <span className="visually-hidden">{children}</span>

const MovePopover = lazy(() => import('./move-popover.tsx').then(part => ({ default: part.MovePopover })))

type ArrangeItem = { id: number; name: string }

type ArrangeOptions = {
  /** The whole order, including items that are not rendered. A new array after every change. */
  order: readonly number[]
  /** Moves `id` before `before`, or to the end when it is null. `place` is the new position, from 1. */
  move: (id: number, before: number | null, place: number) => void
  /** Whether the list is so long that typing a position is easier than stepping. */
  byPlace?: boolean
}

/**
 * Spread `containerProps` on the element around the items, which identify themselves by `data-clip` or `data-place`.
 * Use `handle(item)` for the button of each item, and render `aside` anywhere.
 */
export const useArrange = ({ order, move, byPlace = false }: ArrangeOptions) => {
  const ref = useRef<HTMLDivElement>(null)
  const [announcement, setAnnouncement] = useState('')
  const [menu, setMenu] = useState<{ item: ArrangeItem; anchor: Element }>()
  const [isOpen, setOpen] = useState(false)
  const movedId = useRef<number>(undefined)

  const moveTo = ({ id, name }: ArrangeItem, { before, place }: { before: number | null; place: number }) => {
    movedId.current = id
    move(id, before, place)
    setAnnouncement(`${name} is now ${place} of ${order.length}`)
  }
  const step = (item: ArrangeItem, requested: ArrangeStep | number) => {
    const target = findDestination(order, item.id, requested)
    if (target) moveTo(item, target)
  }
  const beginDrag = (id: number, { clientX, clientY }: { clientX: number; clientY: number }) => {
    const container = ref.current
    if (!container) return
    const drop = (target: number | null) => {
      // There may be more items after the last rendered one.
      const before = target ?? order[order.indexOf(getLastItemId(container) ?? 0) + 1] ?? null
      const others = order.filter(other => other !== id)
      move(id, before, (before === null ? others.length : others.indexOf(before)) + 1)
    }
    startDrag(container, id, { x: clientX, y: clientY }, drop)
  }

  // A moved element loses the focus, so restore it.
  useEffect(() => {
    if (movedId.current === undefined) return
    const handle = ref.current?.querySelector<HTMLElement>(`[data-handle="${movedId.current}"]`)
    if (!handle) return
    movedId.current = undefined
    handle.focus()
    handle.scrollIntoView({ block: 'nearest' })
  }, [order])

  return {
    containerProps: {
      ref,
      role: 'presentation' as const,
      /** With a mouse, the whole picture can be dragged. */
      onDragStart: (event: DragEvent) => {
        const id = getItemId(event.target as Element)
        if (id === null) return
        event.preventDefault()
        beginDrag(id, event)
      },
    },
    handle: (item: ArrangeItem) => ({
      label: `Move ${item.name}: drag, arrow keys, or press to choose`,
      'data-handle': item.id,
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        if (event.button === 0) beginDrag(item.id, event)
      },
      onClick: (event: MouseEvent<HTMLElement>) => {
        setMenu({ item, anchor: event.currentTarget })
        setOpen(true)
      },
      onKeyDown: (event: KeyboardEvent) => {
        const requested = STEP_KEYS[event.key]
        if (!requested) return
        event.preventDefault()
        step(item, requested)
      },
    }),
    aside: (
      <>
        <VisuallyHidden>
          <span role="status">{announcement}</span>
        </VisuallyHidden>
        {menu && (
          <Suspense>
            <MovePopover
              key={menu.item.id}
              anchor={menu.anchor}
              open={isOpen}
              onOpenChange={setOpen}
              can={requested => findDestination(order, menu.item.id, requested) !== undefined}
              places={byPlace ? order.length : undefined}
              onChoose={requested => {
                setOpen(false)
                step(menu.item, requested)
              }}
            />
          </Suspense>
        )}
      </>
    ),
  }
}

export type ArrangeHandle = ReturnType<ReturnType<typeof useArrange>['handle']>
