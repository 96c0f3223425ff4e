/** Modals that the URL's `modal` parameter opens. */
import { AuthModal } from '#accounts/auth-modal.tsx'
import { NewBoardModal } from '#boards/new-board-modal.tsx'

import { ResearchModal } from '../research-modal.tsx'

export const UrlModals = () => (
  <>
    <ResearchModal />
    <AuthModal />
    <NewBoardModal />
  </>
)
