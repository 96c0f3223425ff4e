/** Putting things in order by hand: dragged, by keys on their handle, or by words, with what a screen reader hears of it. */
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
} from 'react'

import { VisuallyHidden } from '../visually-hidden.tsx'
import { carry, idOf, lastIn } from './carry.ts'
import { destination, stepKeys, type Step } from './steps.ts'

const MovePopover = lazy(() => import('./move-popover.tsx').then(part => ({ default: part.MovePopover })))

type Thing = { id: number; name: string }

type Arranging = {
  /** All of it, also what is not shown; another array whenever it changed. */
  order: readonly number[]
  /** Puts `id` before `before`, at the end where that is null. `place` is where that is, from 1. */
  move: (id: number, before: number | null, place: number) => void
  /** So many that a place is better typed than stepped to. */
  byPlace?: boolean
}

/**
 * `room` belongs on the element around the things, which say who they are by `data-clip` or `data-place`; `handle(thing)` on
 * the button of each; `aside` anywhere.
 */
export const useArrange = ({ order, move, byPlace = false }: Arranging) => {
  const ref = useRef<HTMLDivElement>(null)
  const [news, setNews] = useState('')
  const [asked, setAsked] = useState<{ thing: Thing; anchor: Element }>()
  const [isOpen, setOpen] = useState(false)
  const followed = useRef<number>(undefined)

  const put = ({ id, name }: Thing, { before, place }: { before: number | null; place: number }) => {
    followed.current = id
    move(id, before, place)
    setNews(`${name} is now ${place} of ${order.length}`)
  }
  const step = (thing: Thing, wanted: Step | number) => {
    const to = destination(order, thing.id, wanted)
    if (to) put(thing, to)
  }
  const lift = (id: number, { clientX, clientY }: { clientX: number; clientY: number }) => {
    const room = ref.current
    if (!room) return
    const drop = (target: number | null) => {
      // Behind the last that is shown there may be more.
      const before = target ?? order[order.indexOf(lastIn(room) ?? 0) + 1] ?? null
      const others = order.filter(one => one !== id)
      move(id, before, (before === null ? others.length : others.indexOf(before)) + 1)
    }
    carry(room, id, { x: clientX, y: clientY }, drop)
  }

  // What moves in the page loses the focus.
  useEffect(() => {
    if (followed.current === undefined) return
    const handle = ref.current?.querySelector<HTMLElement>(`[data-handle="${followed.current}"]`)
    if (!handle) return
    followed.current = undefined
    handle.focus()
    handle.scrollIntoView({ block: 'nearest' })
  }, [order])

  return {
    room: {
      ref,
      role: 'presentation' as const,
      /** With a mouse the whole picture can be taken. */
      onDragStart: (event: DragEvent) => {
        const id = idOf(event.target as Element)
        if (id === null) return
        event.preventDefault()
        lift(id, event)
      },
    },
    handle: (thing: Thing) => ({
      label: `Move ${thing.name}: drag, arrow keys, or press to choose`,
      'data-handle': thing.id,
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        if (event.button === 0) lift(thing.id, event)
      },
      onClick: (event: MouseEvent<HTMLElement>) => {
        setAsked({ thing, anchor: event.currentTarget })
        setOpen(true)
      },
      onKeyDown: (event: KeyboardEvent) => {
        const wanted = stepKeys[event.key]
        if (!wanted) return
        event.preventDefault()
        step(thing, wanted)
      },
    }),
    aside: (
      <>
        <VisuallyHidden>
          <span role="status">{news}</span>
        </VisuallyHidden>
        {asked && (
          <Suspense>
            <MovePopover
              key={asked.thing.id}
              anchor={asked.anchor}
              open={isOpen}
              onOpenChange={setOpen}
              can={wanted => destination(order, asked.thing.id, wanted) !== undefined}
              places={byPlace ? order.length : undefined}
              onChoose={wanted => {
                setOpen(false)
                step(asked.thing, wanted)
              }}
            />
          </Suspense>
        )}
      </>
    ),
  }
}

export type ArrangeHandle = ReturnType<ReturnType<typeof useArrange>['handle']>
