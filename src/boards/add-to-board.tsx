/** Putting a clip on a board from wherever it is shown: one popover for all buttons of a page. */
import { Bookmark } from 'lucide-react'
import { createContext, lazy, Suspense, use, useEffect, useState, type ReactNode } from 'react'
import { useLocation, useNavigate } from 'react-router'

import { useSession } from '#accounts/use-session.ts'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'

import { keepWish, takeWish } from './parts/wish.ts'

const BoardPicker = lazy(() => import('./parts/board-picker.tsx').then(part => ({ default: part.BoardPicker })))

type Clip = { id: number; name: string }
type Press = (clip: Clip, button: Element) => void

/** `pathname`: the popover goes with its page. */
type Asked = { clip: Clip; anchor: Element | typeof middle; pathname: string }

const PressContext = createContext<Press>(() => {})
/** On one's own board: its cards have other buttons. */
export const ArrangingContext = createContext(false)

/** Where the button of a clip would be if the page does not show it any more. */
const middle = { getBoundingClientRect: () => new DOMRect(innerWidth / 2, innerHeight / 4, 0, 0) }

/** Stands around all clips. Guests go to the login and come back to what they wished. */
export const AddToBoardProvider = ({ children }: { children: ReactNode }) => {
  const user_id = useSession()?.id
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const [asked, setAsked] = useState<Asked>()
  const [isOpen, setOpen] = useState(false)

  const press: Press = (clip, button) => {
    if (user_id !== undefined) {
      setAsked({ clip, anchor: button, pathname })
      setOpen(true)
      return
    }
    keepWish({ clip, pathname })
    void navigate(`/login?${new URLSearchParams({ next: pathname + search })}`)
  }

  useEffect(() => {
    if (user_id === undefined) return undefined
    // When the page that they come back to has been drawn.
    const frame = requestAnimationFrame(() => {
      const clip = takeWish(pathname)
      if (!clip) return
      setAsked({ clip, anchor: document.querySelector(`[data-board-clip="${clip.id}"]`) ?? middle, pathname })
      setOpen(true)
    })
    return () => cancelAnimationFrame(frame)
  }, [user_id, pathname])

  return (
    <PressContext value={press}>
      {children}
      {asked && (
        <Suspense>
          <BoardPicker
            clip={asked.clip}
            anchor={asked.anchor}
            open={isOpen && asked.pathname === pathname}
            onOpenChange={setOpen}
          />
        </Suspense>
      )}
    </PressContext>
  )
}

/** On a card. */
export const AddToBoard = ({ clip }: { clip: Clip }) => {
  const press = use(PressContext)
  if (use(ArrangingContext)) return null
  return (
    <IconButton
      icon={Bookmark}
      kind="on-picture"
      label={`Add ${clip.name} to a board`}
      aria-haspopup="dialog"
      data-board-clip={clip.id}
      onClick={event => press(clip, event.currentTarget)}
    />
  )
}

/** On the clip's own page. */
export const AddToBoardButton = ({ clip }: { clip: Clip }) => {
  const press = use(PressContext)
  return (
    <Button
      size="lg"
      wide
      aria-haspopup="dialog"
      data-board-clip={clip.id}
      onClick={event => press(clip, event.currentTarget)}
    >
      <Bookmark aria-hidden />
      Add to board
    </Button>
  )
}
