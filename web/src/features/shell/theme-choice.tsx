import { setTheme, useTheme } from '../../platform/theme.ts';
import { Segmented } from '../../ui/choice.tsx';

const themes = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
];

export function ThemeChoice() {
  const theme = useTheme();
  return (
    <Segmented
      label="Theme"
      options={themes}
      value={theme}
      onChange={(value) => setTheme(value === 'dark' ? 'dark' : 'light')}
    />
  );
}
