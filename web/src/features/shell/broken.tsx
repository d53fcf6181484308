/** Catches what a screen throws while it draws, so that one broken screen does not take the page with it; give it the address as `key`. */
import { Component, type ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';

export class ScreenBoundary extends Component<{ children: ReactNode }, { isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError() {
    return { isBroken: true };
  }

  override render(): ReactNode {
    if (!this.state.isBroken) return this.props.children;
    return (
      <div className="mx-auto grid w-full max-w-narrow gap-4 px-4 py-12">
        <h1 className="display text-sum">This screen could not be shown</h1>
        <Notice tone="danger">
          Your money is not affected. Load the page again; if you come from a purchase, its slip is in your
          transactions.
        </Notice>
        <Button onClick={() => window.location.reload()}>Load again</Button>
      </div>
    );
  }
}
