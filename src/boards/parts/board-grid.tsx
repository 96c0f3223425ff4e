/** The clips of one's own board: the grid as everywhere, and on each card a handle to move it and a way to take it off. */
import { Move, X } from 'lucide-react'
import {
  createContext,
  lazy,
  Suspense,
  use,
  useEffect,
  useMemo,
  useRef,
  useState,
  type DragEvent,
  type KeyboardEvent,
  type PointerEvent,
} from 'react'

import { ClipGrid } from '#catalog/clip-grid.tsx'
import { ClipSlotsContext, ClipSlotsProvider, type ClipSlots } from '#catalog/clip-slots.tsx'
import { gridClip, type GridClip } from '#catalog/grid-clip.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'

import { ArrangingContext } from '../add-to-board.tsx'
import type { Board } from '../contract.ts'
import { useMove, useTakeOff } from '../use-boards.ts'
import { carry } from './carry.ts'
import { destination, type Step } from './steps.ts'

import styles from './board-grid.module.css'

const MovePopover = lazy(() => import('./move-popover.tsx').then(part => ({ default: part.MovePopover })))

type Arranging = {
  Others: ClipSlots['CardActions']
  grab: (clip: GridClip, event: PointerEvent<HTMLElement>) => void
  choose: (clip: GridClip, button: Element) => void
  step: (clip: GridClip, step: Step) => void
  takeOff: (clip: GridClip) => void
}
const Arrange = createContext<Arranging | undefined>(undefined)

const keys: Record<string, Step> = {
  ArrowLeft: 'earlier',
  ArrowUp: 'earlier',
  ArrowRight: 'later',
  ArrowDown: 'later',
  Home: 'first',
  End: 'last',
}

const ArrangeActions = ({ clip }: { clip: GridClip }) => {
  const arrange = use(Arrange)
  if (!arrange) return null
  const { Others, grab, choose, step, takeOff } = arrange
  const onKeyDown = (event: KeyboardEvent) => {
    const wanted = keys[event.key]
    if (!wanted) return
    event.preventDefault()
    step(clip, wanted)
  }
  return (
    <>
      {Others && <Others clip={clip} />}
      <IconButton
        icon={Move}
        kind="on-picture"
        label={`Move ${clip.name}: drag, arrow keys, or press to choose`}
        className={styles.handle}
        data-handle={clip.id}
        onPointerDown={event => grab(clip, event)}
        onClick={event => choose(clip, event.currentTarget)}
        onKeyDown={onKeyDown}
      />
      <IconButton icon={X} kind="on-picture" label={`Take ${clip.name} off the board`} onClick={() => takeOff(clip)} />
    </>
  )
}

export const BoardGrid = ({ board }: { board: Board }) => {
  const slots = use(ClipSlotsContext)
  const room = useRef<HTMLDivElement>(null)
  const move = useMove()
  const takeOff = useTakeOff()
  const [news, setNews] = useState('')
  const [asked, setAsked] = useState<{ clip: GridClip; anchor: Element }>()
  const [isOpen, setOpen] = useState(false)
  const followed = useRef<number>(undefined)
  const clips = useMemo(() => board.clips.map(gridClip), [board.clips])
  const ids = clips.map(({ id }) => id)

  const put = (clip_id: number, before: number | null) => move.mutate({ board, clip_id, before })
  const lift = (clip_id: number, { clientX, clientY }: { clientX: number; clientY: number }) => {
    if (room.current) carry(room.current, clip_id, { x: clientX, y: clientY }, before => put(clip_id, before))
  }
  const step = (clip: GridClip, wanted: Step) => {
    const to = destination(ids, clip.id, wanted)
    if (!to) return
    followed.current = clip.id
    put(clip.id, to.before)
    setNews(`${clip.name} is now ${to.place} of ${ids.length}`)
  }

  // A card that moves in the page loses the focus.
  useEffect(() => {
    if (followed.current === undefined) return
    const handle = room.current?.querySelector<HTMLElement>(`[data-handle="${followed.current}"]`)
    followed.current = undefined
    handle?.focus()
    handle?.scrollIntoView({ block: 'nearest' })
  }, [board.clips])

  const arranging: Arranging = {
    Others: slots.CardActions,
    grab: (clip, event) => {
      if (event.button === 0) lift(clip.id, event)
    },
    choose: (clip, anchor) => {
      setAsked({ clip, anchor })
      setOpen(true)
    },
    step,
    takeOff: clip => takeOff(board, clip),
  }

  /** With a mouse the whole picture can be taken. */
  const onDragStart = (event: DragEvent) => {
    const card = (event.target as Element).closest<HTMLElement>('[data-clip]')
    if (!card) return
    event.preventDefault()
    lift(Number(card.dataset['clip']), event)
  }

  return (
    <Arrange value={arranging}>
      <ArrangingContext value={true}>
        <ClipSlotsProvider value={useMemo(() => ({ ...slots, CardActions: ArrangeActions }), [slots])}>
          <div ref={room} role="presentation" onDragStart={onDragStart}>
            <ClipGrid clips={clips} label={`Clips of ${board.name}`} />
          </div>
        </ClipSlotsProvider>
      </ArrangingContext>
      <VisuallyHidden>
        <span role="status">{news}</span>
      </VisuallyHidden>
      {asked && (
        <Suspense>
          <MovePopover
            anchor={asked.anchor}
            open={isOpen}
            onOpenChange={setOpen}
            can={wanted => destination(ids, asked.clip.id, wanted) !== undefined}
            onChoose={wanted => {
              setOpen(false)
              step(asked.clip, wanted)
            }}
          />
        </Suspense>
      )}
    </Arrange>
  )
}
