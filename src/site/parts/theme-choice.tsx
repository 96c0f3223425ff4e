import { ThemeToggle } from '#ui/theme-toggle.tsx'

import { useSaveTheme } from './use-theme.ts'

/** Dark or light theme. A signed-in user's choice is also saved with the account. */
export const ThemeChoice = ({ isSignedIn }: { isSignedIn: boolean }) => {
  const save = useSaveTheme(isSignedIn)
  return <ThemeToggle onChange={theme => void save(theme)} />
}
