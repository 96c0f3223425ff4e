/** The windows that an address can ask for, by its `modal`. */
import { AuthModal } from '#accounts/auth-modal.tsx'
import { NewBoardModal } from '#boards/new-board-modal.tsx'

import { ResearchModal } from '../research-modal.tsx'

export const AskedWindows = () => (
  <>
    <ResearchModal />
    <AuthModal />
    <NewBoardModal />
  </>
)
