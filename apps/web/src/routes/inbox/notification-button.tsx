import { useState } from 'react';
import { Button } from '../../components/controls/button.tsx';
import { useNotificationSwitch } from '../../shell/notification-switch.ts';

/** Switches notifications of waiting tasks on and off. The browser asks for its permission only after a click. */
export function NotificationButton() {
  const [isOn, setOn] = useNotificationSwitch();
  const [isBlocked, setBlocked] = useState(false);
  // Browsers provide notifications only on pages of this machine and over HTTPS.
  if (!('Notification' in globalThis)) return null;
  const isActive = isOn && Notification.permission === 'granted';
  async function askAndSwitchOn(): Promise<void> {
    const permission = await Notification.requestPermission();
    setBlocked(permission !== 'granted');
    setOn(permission === 'granted');
  }
  return (
    <>
      <Button
        aria-pressed={isActive}
        onClick={() => (isActive ? setOn(false) : void askAndSwitchOn())}
      >
        {isActive ? 'Notifications: on' : 'Notifications: off'}
      </Button>
      <span role="status" className="text-sm text-warn">
        {isBlocked && 'The browser blocks notifications of this page. Allow them in its settings.'}
      </span>
    </>
  );
}
