/** Adds a clip to a board from wherever it is shown: one popover for all buttons of a page. */
import { Bookmark } from 'lucide-react'
import { createContext, lazy, Suspense, use, useEffect, useState, type ReactNode } from 'react'
import { useLocation, useNavigate } from 'react-router'

import { useSession } from '#accounts/use-session.ts'
import type { ClipDetail } from '#catalog/contract.ts'
import { getShownMarks } from '#catalog/shown-marks.ts'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'

import { useClipMarks } from './clip-marks.tsx'
import type { PickedClip } from './parts/board-picker.tsx'

/** The clip that a guest wanted to put on a board: saved in this tab until they are back from the login on the same page. */
const PENDING_CLIP_KEY = 'pending_clip'

type PendingClipRef = PickedClip
type PendingClip = { clip: PendingClipRef; pathname: string }

const savePendingClip = (pending: PendingClip): void =>
  sessionStorage.setItem(PENDING_CLIP_KEY, JSON.stringify(pending))

/** Returns the pending clip of this page and removes it. */
const takePendingClip = (pathname: string): PendingClipRef | undefined => {
  const text = sessionStorage.getItem(PENDING_CLIP_KEY)
  if (!text) return undefined
  const pending = JSON.parse(text) as PendingClip
  if (pending.pathname !== pathname) return undefined
  sessionStorage.removeItem(PENDING_CLIP_KEY)
  return pending.clip
}

const BoardPicker = lazy(() => import('./parts/board-picker.tsx').then(part => ({ default: part.BoardPicker })))

/** Without a button, the picker opens at the one of the clip's card. */
type OpenBoardPicker = (clip: PickedClip, button?: Element) => void

/** `pathname`: the popover closes when the user leaves its page. */
type BoardPickerRequest = { clip: PickedClip; anchor: Element | typeof fallbackAnchor; pathname: string }

const BoardPickerContext = createContext<OpenBoardPicker>(() => {})
/** Returns a function that opens the picker for a clip, at a button. */
export const useBoardPicker = (): OpenBoardPicker => use(BoardPickerContext)

/** True on the user's own board, whose cards have other buttons. */
export const ArrangingContext = createContext(false)

/** The anchor if the clip's button is no longer on the page. */
const fallbackAnchor = { getBoundingClientRect: () => new DOMRect(innerWidth / 2, innerHeight / 4, 0, 0) }

const findCardButton = ({ id }: PickedClip) => document.querySelector(`[data-board-clip="${id}"]`)

/** Wraps all clips. Guests go to the login and come back to the clip that they wanted to add. */
export const AddToBoardProvider = ({ children }: { children: ReactNode }) => {
  const user_id = useSession()?.id
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const [request, setRequest] = useState<BoardPickerRequest>()
  const [isOpen, setOpen] = useState(false)

  const openPicker: OpenBoardPicker = (clip, button) => {
    if (user_id !== undefined) {
      setRequest({ clip, anchor: button ?? findCardButton(clip) ?? fallbackAnchor, pathname })
      setOpen(true)
      return
    }
    // The browser's address: the player changes it without a navigation, and a clip over the page has its own.
    const { pathname: address, search } = window.location
    savePendingClip({ clip, pathname: address })
    void navigate(`/login?${new URLSearchParams({ next: address + search })}`)
  }

  useEffect(() => {
    if (user_id === undefined) return undefined
    // Wait until the page that they come back to is rendered.
    const frame = requestAnimationFrame(() => {
      const clip = takePendingClip(pathname)
      if (!clip) return
      setRequest({ clip, anchor: findCardButton(clip) ?? fallbackAnchor, pathname })
      setOpen(true)
    })
    return () => cancelAnimationFrame(frame)
  }, [user_id, pathname])

  return (
    <BoardPickerContext value={openPicker}>
      {children}
      {request && (
        <Suspense>
          <BoardPicker
            clip={request.clip}
            anchor={request.anchor}
            open={isOpen && request.pathname === pathname}
            onOpenChange={setOpen}
          />
        </Suspense>
      )}
    </BoardPickerContext>
  )
}

/** The button on a card. */
export const AddToBoard = ({ clip }: { clip: PickedClip }) => {
  const openPicker = useBoardPicker()
  const isOnBoard = useClipMarks().on_board.has(clip.id)
  if (use(ArrangingContext)) return null
  return (
    <IconButton
      icon={Bookmark}
      kind="on-picture"
      label={isOnBoard ? `${clip.name} is on a board: choose boards` : `Add ${clip.name} to a board`}
      aria-pressed={isOnBoard}
      aria-haspopup="dialog"
      data-board-clip={clip.id}
      onClick={event => openPicker(clip, event.currentTarget)}
    />
  )
}

/** The button on the clip page. */
export const AddToBoardButton = ({ clip }: { clip: PickedClip & Pick<ClipDetail, 'tech'> }) => {
  const openPicker = useBoardPicker()
  return (
    <Button
      size="lg"
      aria-label="Add to board"
      aria-haspopup="dialog"
      data-board-clip={clip.id}
      onClick={event => openPicker({ id: clip.id, name: clip.name, marks: getShownMarks(clip) }, event.currentTarget)}
    >
      <Bookmark aria-hidden />
      Board
    </Button>
  )
}

/** The button in the bar of selected clips. */
export const AddSelectionToBoard = ({ clips }: { clips: readonly PickedClip[] }) => {
  const openPicker = useBoardPicker()
  const [first] = clips
  if (!first) return null
  const name = clips.length === 1 ? first.name : `${clips.length} clips`
  return (
    <Button
      aria-haspopup="dialog"
      onClick={event => openPicker({ id: first.id, name, ids: clips.map(({ id }) => id) }, event.currentTarget)}
    >
      <Bookmark aria-hidden />
      Add to board
    </Button>
  )
}
