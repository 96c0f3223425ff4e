import { ThemeToggle } from '#ui/theme-toggle.tsx'

import { useKeepTheme } from './use-theme.ts'

/** Dark or light; a signed-in person's choice is kept with the account too. */
export const ThemeChoice = ({ isSignedIn }: { isSignedIn: boolean }) => {
  const keep = useKeepTheme(isSignedIn)
  return <ThemeToggle onChange={theme => void keep(theme)} />
}
