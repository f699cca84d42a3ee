import type { Config } from 'tailwindcss'

const channel = (name: string) => `rgb(var(--${name}) / <alpha-value>)`

export default {
  // Not the widget for other websites, which has its own stylesheet.
  content: ['./site/**/*.{astro,ts,tsx,md}', '!./site/widget/**'],
  // No hover styles on touch screens, where a tap would repaint the element before the page reacts.
  future: { hoverOnlyWhenSupported: true, respectDefaultRingColorOpacity: true },
  theme: {
    colors: {
      transparent: 'transparent',
      current: 'currentColor',
      ground: {
        DEFAULT: channel('ground'),
        quiet: channel('ground-quiet'),
        raised: channel('ground-raised'),
      },
      ink: { DEFAULT: channel('ink'), quiet: channel('ink-quiet') },
      line: { DEFAULT: channel('line'), strong: channel('line-strong') },
      accent: {
        DEFAULT: channel('accent'),
        strong: channel('accent-strong'),
        hover: channel('accent-hover'),
        soft: channel('accent-soft'),
      },
      'on-accent': channel('on-accent'),
      primary: { DEFAULT: channel('primary'), hover: channel('primary-hover') },
      'on-primary': channel('on-primary'),
      backdrop: 'var(--backdrop)',
      positive: { DEFAULT: channel('positive'), soft: channel('positive-soft') },
      caution: { DEFAULT: channel('caution'), soft: channel('caution-soft') },
      negative: { DEFAULT: channel('negative'), soft: channel('negative-soft') },
      danger: { DEFAULT: channel('danger'), hover: channel('danger-hover') },
      star: channel('star'),
    },
    // Replaces Tailwind's default, a blue.
    ringColor: ({ theme }) => ({ ...theme('colors'), DEFAULT: 'rgb(var(--accent) / 0.5)' }),
    borderRadius: {
      none: '0',
      sm: 'var(--radius-sm)',
      DEFAULT: 'var(--radius)',
      lg: 'var(--radius-lg)',
      full: '9999px',
    },
    boxShadow: {
      none: 'none',
      card: '0 1px 2px rgb(var(--shadow) / 0.05), 0 1px 3px rgb(var(--shadow) / 0.06)',
      raised: '0 8px 24px -6px rgb(var(--shadow) / 0.14), 0 24px 64px -12px rgb(var(--shadow) / 0.22)',
    },
    extend: {
      fontFamily: { sans: ['var(--font-sans)', 'system-ui', 'sans-serif'] },
      fontSize: {
        display: [
          'clamp(2.375rem, 1.3rem + 4.2vw, 4.125rem)',
          { lineHeight: '1.04', letterSpacing: '-0.034em', fontWeight: '600' },
        ],
        title: ['clamp(1.75rem, 1.35rem + 1.7vw, 2.5rem)', { lineHeight: '1.15', letterSpacing: '-0.024em' }],
      },
      maxWidth: { text: '68ch', page: '76rem' },
      minHeight: { target: 'var(--target)' },
      minWidth: { target: 'var(--target)' },
      size: { target: 'var(--target)' },
    },
  },
} satisfies Config
