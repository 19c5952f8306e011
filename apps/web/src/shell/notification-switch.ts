import { useSyncExternalStore } from 'react';

const KEY = 'timestep.notify';

/** Whether the user has switched notifications on in this browser, and the function that switches them in all its tabs. */
export function useNotificationSwitch(): readonly [isOn: boolean, set: (isOn: boolean) => void] {
  return [useSyncExternalStore(onStorageChange, isSwitchedOn), switchNotifications];
}

function isSwitchedOn(): boolean {
  return localStorage.getItem(KEY) === 'on';
}

function switchNotifications(isOn: boolean): void {
  if (isOn) localStorage.setItem(KEY, 'on');
  else localStorage.removeItem(KEY);
  // Browsers report a change only to the other tabs.
  globalThis.dispatchEvent(new StorageEvent('storage', { key: KEY }));
}

function onStorageChange(onChange: () => void): () => void {
  globalThis.addEventListener('storage', onChange);
  return () => globalThis.removeEventListener('storage', onChange);
}
